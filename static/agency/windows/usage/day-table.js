import { h } from "preact";
import { useState } from "preact/hooks";
import { dayWords } from "../../core/days.js";
import { t } from "../../core/i18n.js";
import { Table } from "../../ui/table.js";

/**
 * The plot in figures, for whoever reads rather than looks.
 * @param {{layers: import("../../core/plot.js").Layer[], days: string[], totals: number[],
 *   format: (value: number) => string}} props
 */
export function DayTable({ layers, days, totals, format }) {
  const [isOpen, setOpen] = useState(false);
  const heads = [
    { label: t("Day") },
    { label: t("Together"), num: true },
    ...layers.map(({ label }) => ({ label, num: true })),
  ];
  const row = (/** @type {string} */ day, /** @type {number} */ at) =>
    h(
      "tr",
      { key: day },
      h("th", { scope: "row" }, dayWords(day)),
      h("td", { class: "num" }, format(totals[at])),
      layers.map(({ key, values }) => h("td", { key, class: "num" }, format(values[at]))),
    );
  return h(
    "details",
    {
      class: "day-table",
      onToggle: (/** @type {any} */ event) => setOpen(event.currentTarget.open),
    },
    h("summary", { class: "small soft" }, t("The same as a table")),
    isOpen &&
      h(Table, { heads, label: t("Values by day"), dense: true }, days.map(row).toReversed()),
  );
}
