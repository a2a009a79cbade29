import { h } from "preact";
import { useEffect } from "preact/hooks";
import { textOf } from "../../../core/content.js";
import { t } from "../../../core/i18n.js";
import { lastLine, lastLineOf } from "../../../core/last-line.js";
import { store } from "../../../core/store.js";
import { money } from "../../../core/time.js";
import { openWindow } from "../../../desktop/open.js";
import { waitingBySession } from "../../../desktop/waiting.js";
import { openSession } from "../../../intents/open_session.js";
import { Button } from "../../../ui/button.js";
import { isUnderWay, statusOf } from "../../sessions/status.js";
import { useModel } from "../model.js";
import { useChildUsage } from "./usage.js";

/** @typedef {import("../../../types/api").Session} Session */

/**
 * The session that a call began: how it stands, what it wrote last, what it cost, and the way there.
 * @param {{call: import("../../../types/api").ToolCall}} props
 */
export function Tether({ call }) {
  const id = call.child_id ?? "";
  const model = useModel();
  const child = model.children.value.get(id) ?? store.sessions.value.get(id)?.value ?? null;
  const usage = useChildUsage().get(id);
  const status = child ? statusOf(child, waitingBySession.value.get(id) ?? 0) : null;
  const name = child?.name || child?.agent_name || t("Sub-agent");
  const cost = usage && money(usage.inclusive.cost_usd);
  return h(
    "div",
    { class: "tether" },
    h(
      "div",
      { class: "tether-head" },
      h("span", { class: `dot ${status?.look ?? "hollow"}`, "aria-hidden": "true" }),
      h("span", { class: "truncate tether-name" }, name),
      status && h("span", { class: `small session-row-status is-${status.look}` }, status.words),
      h("span", { class: "grow" }),
      cost && h("span", { class: "small dim num", title: t("With its own sub-agents") }, cost),
      h(
        Button,
        {
          small: true,
          icon: "columns-2",
          "aria-label": t("Open {name} beside", { name }),
          run: () => openWindow(`session.${id}`),
        },
        t("Open"),
      ),
    ),
    child && isUnderWay(child) ? h(LiveLine, { id }) : h(Line, { text: wordsOf(call) }),
  );
}

/** @param {import("../../../types/api").ToolCall} call */
function wordsOf({ result }) {
  if (!result) return "";
  const { content } = result;
  return lastLineOf(typeof content === "string" ? content : textOf(content));
}

/** @param {{text: string}} props */
const Line = ({ text }) => text && h("p", { class: "truncate small soft tether-line" }, text);

/** Follow the child while it works. @param {{id: string}} props */
function LiveLine({ id }) {
  useEffect(() => openSession(id), [id]);
  return h(Line, { text: lastLine(store.sessionState(id).value) || t("Begins…") });
}
