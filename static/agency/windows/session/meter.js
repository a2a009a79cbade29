import { h } from "preact";
import { fullness } from "../../core/fold-row.js";
import { t } from "../../core/i18n.js";
import { money, tokens } from "../../core/time.js";
import { useModel } from "./model.js";
import { togglePanel } from "./panel.js";

/** How full the model's window is; opens the whole story. @param {{address: import("../../types/state").Address}} props */
export function Meter({ address }) {
  const model = useModel();
  const usage = model.usage.value;
  const context = model.context.value;
  const full = fullness(context);
  const isCompacting = context?.latest?.state === "running";
  if (!usage?.calls && !full && !isCompacting) return null;
  const label = full
    ? t("Context: {tokens} of {window} tokens, {share} %", {
        tokens: tokens(context?.tokens),
        window: tokens(context?.window),
        share: full.share,
      })
    : t("Context and usage");
  return h(
    "button",
    {
      type: "button",
      class: "chip meter",
      title: label,
      "aria-pressed": String(address.params.p === "context"),
      onClick: () => togglePanel(address, "context"),
    },
    h(
      "span",
      { class: "visually-hidden" },
      full ? t("Context, {share} %:", { share: full.share }) : t("Context:"),
    ),
    full && h(Gauge, full),
    isCompacting
      ? h("span", { class: "row" }, h("span", { class: "dot working" }), t("Summarising…"))
      : h("span", { class: "meter-words" }, words(context, usage)),
  );
}

/** What was spent so far; opens the ledger of the session. @param {{address: import("../../types/state").Address}} props */
export function Cost({ address }) {
  const usage = useModel().usage.value;
  if (!usage?.calls) return null;
  const cost = usage.cost_usd === null ? t("price unknown") : money(usage.cost_usd);
  return h(
    "button",
    {
      type: "button",
      class: "chip meter cost",
      title: t("What this session used"),
      "aria-pressed": String(address.params.p === "usage"),
      onClick: () => togglePanel(address, "usage"),
    },
    h("span", { class: "visually-hidden" }, t("Usage:")),
    usage.cost_is_partial && usage.cost_usd !== null ? t("at least {cost}", { cost }) : cost,
  );
}

/** @param {any} context @param {any} usage */
const words = (context, usage) =>
  context?.tokens && context.window
    ? `${tokens(context.tokens)} / ${tokens(context.window)}`
    : t("{n} in context", { n: tokens(usage?.context_tokens) });

/**
 * A bar with a mark where the summary begins by itself.
 * @param {{share: number, mark: number | null}} props
 */
export function Gauge({ share, mark }) {
  const isNear = mark !== null && share >= mark * 0.9;
  return h(
    "span",
    { class: `gauge ${isNear ? "near" : ""}`, "aria-hidden": "true" },
    h("span", { class: "gauge-fill", style: { inlineSize: `${Math.max(share, 1)}%` } }),
    mark !== null && h("span", { class: "gauge-mark", style: { insetInlineStart: `${mark}%` } }),
  );
}
