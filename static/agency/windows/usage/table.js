import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { tokens } from "../../core/time.js";
import { openWindow } from "../../desktop/open.js";
import { Icon } from "../../ui/icon.js";
import { Table } from "../../ui/table.js";
import { colourOf } from "./plot.js";
import { costWords, groupWords, nameOf } from "./words.js";

/**
 * @typedef {import("../../types/api").UsageGroup} Group
 * @typedef {{by: string, split: string, groups: {groups: Group[]},
 *   parts: {groups: Group[]} | null, names: {groups: Group[]} | null}} Value
 */

const FIRST = 20;

/** The groups, dearest first, each with its parts where a split is asked for. @param {{value: Value, layers: import("../../core/plot.js").Layer[]}} props */
export function GroupTable({ value, layers }) {
  const [most, setMost] = useState(FIRST);
  const { by, split, groups, parts, names } = value;
  const all = groups.groups;
  const series = new Map(parts?.groups.map((one) => [one.key, one.series ?? []]));
  const named = new Map(names?.groups.map((one) => [one.key, one.label]));
  const num = (/** @type {string} */ label) => ({ label, num: true });
  const heads = [
    groupWords()[by],
    num(t("Cost")),
    num(t("Tokens in")),
    num(t("Tokens out")),
    num(t("Cache")),
    num(t("Calls")),
  ];
  const title = t("Usage by group");
  return h(
    "section",
    { class: "stack" },
    h(
      Table,
      { heads, label: title, dense: true },
      all.slice(0, most).map((group) => [
        h(Row, { key: String(group.key), row: group, by, layers }),
        split &&
          [...(series.get(group.key) ?? [])].sort(dearest).map((part) =>
            h(Row, {
              key: `${group.key} ${part.key}`,
              row: { ...part, label: named.get(part.key) ?? null },
              by: split,
              isPart: true,
            }),
          ),
      ]),
    ),
    all.length > most &&
      h(
        "button",
        { type: "button", class: "button quiet", onClick: () => setMost(all.length) },
        t("Show all {n}", { n: all.length }),
      ),
  );
}

/** @param {import("../../types/api").UsagePoint} a @param {import("../../types/api").UsagePoint} b */
const dearest = (a, b) => Number(b.cost_usd ?? 0) - Number(a.cost_usd ?? 0) || b.output - a.output;

/**
 * @param {{row: Group, by: string, isPart?: boolean,
 *   layers?: import("../../core/plot.js").Layer[]}} props
 */
function Row({ row, by, isPart = false, layers = [] }) {
  const name = nameOf(by, row);
  const isLink = by === "session" && row.key !== null && Boolean(row.label);
  return h(
    "tr",
    { class: isPart ? "part" : undefined },
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "row" },
        isPart
          ? h(Icon, { name: "corner-down-right", size: 12 })
          : h("span", {
              class: `swatch ${colourOf(layers, String(row.key))}`,
              "aria-hidden": "true",
            }),
        isLink
          ? h(
              "button",
              {
                type: "button",
                class: "button link truncate",
                onClick: () => openWindow(`session.${row.key}`),
              },
              name,
            )
          : h("span", { class: "truncate" }, name),
      ),
    ),
    h("td", { class: "num" }, costWords(row)),
    h("td", { class: "num" }, tokens(row.input)),
    h("td", { class: "num" }, tokens(row.output)),
    h("td", { class: "num" }, tokens(row.cache_read + row.cache_write)),
    h("td", { class: "num" }, tokens(row.calls)),
  );
}
