import { h } from "preact";
import { useState } from "preact/hooks";
import { amount, mayKeep, scopeWords, windowWords } from "../../../core/budget.js";
import { t, tn } from "../../../core/i18n.js";
import { store } from "../../../core/store.js";
import { report } from "../../../desktop/commands.js";
import { openWindow } from "../../../desktop/open.js";
import { deleteBudget } from "../../../intents/save_budget.js";
import { Button, IconButton } from "../../../ui/button.js";
import { Confirm } from "../../../ui/dialog.js";
import { Icon } from "../../../ui/icon.js";
import { CapBar } from "./bar.js";
import { ChangeLimit } from "./change-limit.js";

/** @typedef {import("../../../types/api").Budget} Budget */

const ICONS = /** @type {Record<string, string>} */ ({
  workspace: "users",
  user: "user",
  agent: "bot",
  session: "message-square",
  run: "activity",
});

/** Who this person is to a cap. @param {Budget} cap */
const whoFor = (cap) => ({
  role: store.workspaces.value.get(cap.workspace_id)?.my_role,
  me: store.me.value?.id,
  ownerOf: (/** @type {string} */ id) => store.sessions.value.get(id)?.value.owner_id,
});

/** One cap with its bar, and what may be done with it. @param {{cap: Budget, onChange: () => void}} props */
export function BudgetRow({ cap, onChange }) {
  const [mode, setMode] = useState(/** @type {"" | "change" | "delete"} */ (""));
  const mine = mayKeep(cap, whoFor(cap));
  const close = () => setMode("");
  const name = cap.subject_name || t("deleted");
  return h(
    "section",
    { class: "budget", "aria-label": t("Budget of {name}", { name }) },
    h(
      "header",
      { class: "row" },
      h(Icon, { name: ICONS[cap.scope] ?? "wallet" }),
      h(Subject, { cap, name }),
      h("span", { class: "dim small" }, scopeWords(cap.scope)),
      h("span", { class: "grow" }),
      h("strong", { class: "num" }, amount(cap.unit, cap.limit)),
      h("span", { class: "chip" }, windowWords(cap.window)),
    ),
    h(CapBar, { cap }),
    h(
      "div",
      { class: "budget-foot" },
      h(Figures, { cap }),
      mine &&
        mode !== "change" &&
        h(Button, { small: true, run: () => setMode("change") }, t("Change the limit")),
      mine &&
        h(IconButton, {
          icon: "trash-2",
          size: 14,
          label: t("Delete the budget of {name}", { name }),
          run: () => setMode("delete"),
        }),
    ),
    mode === "change" && h(ChangeLimit, { cap, onClose: close, onDone: onChange }),
    mode === "delete" && h(Remove, { cap, name, onClose: close, onChange }),
  );
}

/** @param {{cap: Budget, name: string, onClose: () => void, onChange: () => void}} props */
const Remove = ({ cap, name, onClose, onChange }) =>
  h(Confirm, {
    title: t("Delete this budget?"),
    text: t("{name} is then no longer capped by it. Runs that wait for it go on.", { name }),
    confirm: t("Delete"),
    onConfirm: () => {
      deleteBudget(cap.id).then(onChange, report);
    },
    onClose,
  });

/** What is capped, as a way there. @param {{cap: Budget, name: string}} props */
function Subject({ cap: { scope, subject }, name }) {
  const to = { session: `session.${subject}`, agent: `agents.${subject}`, run: `run.${subject}` };
  const address = /** @type {Record<string, string>} */ (to)[scope];
  if (!address) return h("strong", { class: "truncate" }, name);
  const open = () => openWindow(address);
  return h("button", { type: "button", class: "button link truncate", onClick: open }, name);
}

/** @param {{cap: Budget}} props */
function Figures({ cap }) {
  const { unit, spent, limit, reserved, overshoot, unpriced_calls } = cap;
  const left = Math.max(0, Number(limit) - Number(spent) - Number(reserved));
  const words = [
    t("{spent} spent", { spent: amount(unit, spent) }),
    Number(reserved) > 0 && t("{held} held for calls under way", { held: amount(unit, reserved) }),
    Number(overshoot) > 0
      ? t("{over} over the limit", { over: amount(unit, overshoot) })
      : t("{left} left", { left: amount(unit, left) }),
    unpriced_calls > 0 &&
      tn(
        "{count} call of unknown price not counted",
        "{count} calls of unknown price not counted",
        unpriced_calls,
      ),
  ];
  return h("span", { class: "small soft" }, words.filter(Boolean).join(" · "));
}
