import { h } from "preact";
import { t } from "../../core/i18n.js";
import { openWindow } from "../../desktop/open.js";
import { askAgain } from "../../intents/ask_again.js";
import { CopyId } from "../../ui/copy-id.js";
import { Icon } from "../../ui/icon.js";
import { attempt } from "./attempt.js";
import { useModel } from "./model.js";

/** Why a turn ended badly, what was kept, and what to do next. @param {{run: import("../../types/api").Run | null}} props */
export function RunError({ run }) {
  if (!run) return null;
  if (run.status === "stopped") {
    return h(
      "p",
      { class: "ended dim small" },
      h(Icon, { name: "circle-stop", size: 14 }),
      t("Stopped. What was written so far is kept."),
    );
  }
  if (run.status !== "failed") return null;
  return h(Failed, { run });
}

/** @param {{run: import("../../types/api").Run}} props */
function Failed({ run }) {
  const { title, detail, hint } = /** @type {any} */ (run.error ?? {});
  const kept = t("Everything up to here is kept, with the results of the tools.");
  return h(
    "div",
    { class: "card failed run-error", role: "group", "aria-label": t("The turn failed") },
    h("h4", null, h(Icon, { name: "alert-triangle" }), title ?? t("The turn failed")),
    detail && h("p", null, detail),
    h("p", { class: "small soft" }, hint || kept),
    h(NextSteps, { run }),
  );
}

/** @param {{run: import("../../types/api").Run}} props */
function NextSteps({ run }) {
  const model = useModel();
  const code = String(run.error?.code ?? "");
  const again = () => attempt(() => askAgain(model.messages.peek(), run.id), t("Not tried again"));
  const check = () => openWindow("settings;tab=providers");
  return h(
    "div",
    { class: "row wrap" },
    h(
      "button",
      { type: "button", class: "button primary", onClick: again },
      h(Icon, { name: "refresh-cw", size: 14 }),
      t("Try again"),
    ),
    /key|auth|provider|model/.test(code) &&
      h("button", { type: "button", class: "button", onClick: check }, t("Check the provider")),
    h("span", { class: "grow" }),
    code && h("span", { class: "dim small mono" }, code),
    h(CopyId, { id: run.id, label: t("Copy the run's id") }),
  );
}
