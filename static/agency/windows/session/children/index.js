import { h } from "preact";
import { t, tn } from "../../../core/i18n.js";
import { money, tokens } from "../../../core/time.js";
import { openWindow } from "../../../desktop/open.js";
import { waitingBySession } from "../../../desktop/waiting.js";
import { readChildren, readUsage } from "../../../intents/read_children.js";
import { Empty, Failure, Loading } from "../../../ui/states.js";
import { Time } from "../../../ui/time.js";
import { useLoad } from "../../../ui/use-load.js";
import { isUnderWay, statusOf } from "../../sessions/status.js";
import { useModel } from "../model.js";

/** @typedef {import("../../../types/api").Child} Child */

/** The sessions that this one began, and what all of them cost. */
export function Children() {
  const model = useModel();
  const live = model.children.value;
  const shape = [...live.values()].map((one) => `${one.id}${isUnderWay(one)}`).join();
  const found = useLoad((signal) => readChildren(model.id, signal), [model.id, shape]);
  const used = useLoad((signal) => readUsage(model.id, signal), [model.id, shape]);
  if (found.error && !found.value) return h(Failure, { error: found.error, retry: found.reload });
  if (!found.value) return h(Loading, { rows: 4 });
  if (found.value.length === 0)
    return h(
      Empty,
      { icon: "workflow", title: t("No sub-agents") },
      t("When the agent hands a part of its work to another one, that session shows here."),
    );
  return h(
    "div",
    { class: "children-panel" },
    used.value && h(Totals, { usage: used.value }),
    h(
      "ul",
      { class: "plain-rows", "aria-label": t("Sub-agents") },
      found.value.map((child) =>
        h("li", { key: child.id }, h(Row, { child: { ...child, ...live.get(child.id) } })),
      ),
    ),
  );
}

/** @param {{usage: any}} props */
function Totals({ usage: { own, inclusive } }) {
  const row = (/** @type {string} */ label, /** @type {any} */ sum) => [
    h("dt", { key: `${label}-t` }, label),
    h(
      "dd",
      { key: `${label}-d`, class: "num" },
      sum.cost_is_partial
        ? t("at least {cost}", { cost: money(sum.cost_usd ?? 0) })
        : money(sum.cost_usd),
      h(
        "span",
        { class: "dim small" },
        ` · ${t("{n} tokens", { n: tokens(sum.input + sum.output) })} · `,
        tn("{count} call", "{count} calls", sum.calls),
      ),
    ),
  ];
  return h(
    "dl",
    { class: "totals" },
    row(t("This session"), own),
    row(t("With sub-agents"), inclusive),
  );
}

/** @param {{child: Child}} props */
function Row({ child }) {
  const status = statusOf(child, waitingBySession.value.get(child.id) ?? 0);
  const name = child.name || t("Sub-agent");
  return h(
    "button",
    {
      type: "button",
      class: "child-row",
      onClick: () => openWindow(`session.${child.id}`),
    },
    h("span", { class: `dot ${status.look}`, "aria-hidden": "true" }),
    h(
      "span",
      { class: "grow stack tight" },
      h("span", { class: "truncate" }, name),
      h(
        "span",
        { class: "truncate small dim" },
        child.agent_name ?? "",
        h("span", { class: `session-row-status is-${status.look}` }, ` · ${status.words}`),
      ),
    ),
    h(
      "span",
      { class: "stack tight num small dim" },
      money(child.usage?.inclusive.cost_usd),
      h(Time, { at: child.updated_at }),
    ),
  );
}
