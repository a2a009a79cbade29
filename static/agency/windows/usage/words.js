import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { money, tokens } from "../../core/time.js";

/** @typedef {import("../../types/api").UsagePoint} Point */

/** @returns {Record<string, string>} */
export const groupWords = () => ({
  model: t("Model"),
  agent: t("Agent"),
  user: t("Person"),
  purpose: t("Purpose"),
  session: t("Session"),
});

/** @returns {Record<string, string>} */
const purposes = () => ({
  turn: t("Answers"),
  title: t("Titles"),
  group_meta: t("Names of tool groups"),
  compaction: t("Summaries"),
});

/**
 * What a group is called; what one may not see has no name.
 * @param {string} by @param {{key: string | null, label?: string | null}} group
 */
export function nameOf(by, { key, label }) {
  if (by === "purpose") return purposes()[key ?? ""] ?? key ?? "";
  if (key === null) return t("None");
  if (by === "session") return label || t("A session of others, or deleted");
  return label ?? store.agents.value.get(key)?.name ?? key;
}

/** What something cost, as far as the prices are known. @param {Pick<Point, "cost_usd" | "cost_is_partial">} row */
export function costWords({ cost_usd, cost_is_partial }) {
  if (cost_usd === null) return t("price unknown");
  return cost_is_partial ? t("at least {cost}", { cost: money(cost_usd) }) : money(cost_usd);
}

/** The same for narrow columns. @param {Pick<Point, "cost_usd" | "cost_is_partial">} row */
export const costFigure = ({ cost_usd, cost_is_partial }) =>
  cost_usd === null ? t("unknown") : `${cost_is_partial ? "≥ " : ""}${money(cost_usd)}`;

/** @type {Record<import("../../core/usage-report.js").Unit, (value: number) => string>} */
export const amounts = {
  cost: (value) => money(value),
  tokens: (value) => tokens(value),
  calls: (value) => tokens(value),
};
