import { h } from "preact";
import { daysOf, momentsOf, spanOf, toDay, zone } from "../../core/days.js";
import { t } from "../../core/i18n.js";
import { foldLayers } from "../../core/plot.js";
import { tokens } from "../../core/time.js";
import { layersOf } from "../../core/usage-report.js";
import { api } from "../../net/api.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { now } from "../../ui/time.js";
import { useLoad } from "../../ui/use-load.js";
import { Controls, choiceOf } from "./controls.js";
import { Plot } from "./plot.js";
import { GroupTable } from "./table.js";
import { amounts, costWords, nameOf } from "./words.js";

/**
 * @typedef {import("../../types/api").UsageReport} UsageReport
 * @typedef {{by: string, split: string, days: UsageReport, groups: UsageReport,
 *   parts: UsageReport | null, names: UsageReport | null}} Read
 */

const COLOURS = 6;

/**
 * The ledger of a span: by day and group, and each group's parts if they are asked for.
 * @param {ReturnType<typeof choiceOf>} choice @param {import("../../core/days.js").Span} span
 */
function useReport({ by, split }, span) {
  return useLoad(
    async (signal) => {
      const read = (/** @type {Record<string, string>} */ query) =>
        api.get("/api/usage/", { signal, query: { ...momentsOf(span), tz: zone(), ...query } });
      const [days, groups, parts, names] = await Promise.all([
        read({ by: "day" }),
        read({ by, split: "day" }),
        split ? read({ by, split }) : null,
        split ? read({ by: split }) : null,
      ]);
      return /** @type {Read} */ ({ by, split, days, groups, parts, names });
    },
    [by, split, span.from, span.to],
  );
}

/** What was used over time and by what. @param {{address: import("../../types/state").Address}} props */
export function Report({ address }) {
  const choice = choiceOf(address.params);
  const span = spanOf(address.params, new Date(now.value));
  const { value, error, loading, reload } = useReport(choice, span);
  return h(
    "div",
    { class: "pane scroll usage-page", "aria-busy": String(loading) },
    h(Controls, { address, choice, span }),
    error
      ? h(Failure, { error, retry: reload })
      : value
        ? h(Figures, { value, unit: choice.unit, span })
        : h(Loading, { rows: 8 }),
  );
}

/**
 * @param {{value: Read,
 *   unit: import("../../core/usage-report.js").Unit, span: import("../../core/days.js").Span}} props
 */
function Figures({ value, unit, span }) {
  const { by, days: totals, groups } = value;
  if (totals.total.calls === 0)
    return h(
      Empty,
      { icon: "chart", title: t("Nothing was used in these days") },
      t("Every call of a model is counted here, with its tokens and its price."),
    );
  const days = daysOf(span);
  const label = (/** @type {any} */ group) => nameOf(by, group);
  const rest = t("All others");
  const all = layersOf(groups.groups, totals.groups, days, unit, label, rest);
  const layers = foldLayers(all, COLOURS, rest);
  return [
    h(Totals, { key: "totals", total: totals.total }),
    h(Plot, {
      key: "plot",
      layers,
      days,
      unit,
      format: amounts[unit],
      isPartial: unit === "cost" && totals.total.cost_is_partial,
      today: toDay(new Date(now.value)),
    }),
    h(GroupTable, { key: "table", value, layers }),
  ];
}

/** @param {{total: import("../../types/api").UsageRow}} props */
function Totals({ total }) {
  const cached = total.cache_read + total.cache_write;
  const facts = /** @type {[string, string][]} */ ([
    [t("Cost"), costWords(total)],
    [t("Tokens in"), tokens(total.input)],
    [t("Tokens out"), tokens(total.output)],
    [t("Tokens through the cache"), tokens(cached)],
    [t("Model calls"), tokens(total.calls)],
  ]);
  return h(
    "dl",
    { class: "usage-totals" },
    facts.map(([name, words]) =>
      h("div", { key: name }, h("dt", null, name), h("dd", { class: "num" }, words)),
    ),
  );
}
