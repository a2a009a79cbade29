import { h } from "preact";
import { RANGES } from "../../core/days.js";
import { t } from "../../core/i18n.js";
import { setParams } from "../../desktop/open.js";
import { Segmented, Select, TextField } from "../../ui/fields.js";
import { groupWords } from "./words.js";

/** @typedef {import("../../core/usage-report.js").Unit} Unit */

/** @returns {{value: Unit, label: string}[]} */
const units = () => [
  { value: "cost", label: t("Cost") },
  { value: "tokens", label: t("Tokens") },
  { value: "calls", label: t("Calls") },
];

/**
 * What the address asks to see: groups, their parts, the unit.
 * @param {Record<string, string>} params
 */
export function choiceOf({ by, split, unit }) {
  const groups = groupWords();
  const group = by in groups ? by : "model";
  return {
    by: group,
    split: split in groups && split !== group ? split : "",
    unit: units().find((one) => one.value === unit)?.value ?? "cost",
  };
}

/** @returns {{value: string, label: string}[]} */
const ranges = () => [
  ...RANGES.map((value) => ({ value, label: t("{n} days", { n: value }) })),
  { value: "custom", label: t("Custom") },
];

/**
 * @param {{address: import("../../types/state").Address, choice: ReturnType<typeof choiceOf>,
 *   span: import("../../core/days.js").Span}} props
 */
export function Controls({ address, choice, span }) {
  const { range } = address.params;
  const chosen = ranges().some((one) => one.value === range) ? range : "30";
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    setParams(address, { [name]: value });
  const pick = (/** @type {string} */ value) =>
    setParams(address, value === "custom" ? { range: value, ...span } : { range: value });
  const options = Object.entries(groupWords()).map(([value, label]) => ({ value, label }));
  return h(
    "div",
    { class: "usage-controls" },
    h(Segmented, { label: t("Days"), value: chosen, options: ranges(), onChange: pick }),
    chosen === "custom" && h(Custom, { address, span }),
    h(Segmented, {
      label: t("Counted in"),
      value: choice.unit,
      options: units(),
      onChange: set("unit"),
    }),
    h(
      "span",
      { class: "row" },
      h(Select, { label: t("Group by"), value: choice.by, options, onChange: set("by") }),
      h(Select, {
        label: t("Split by"),
        value: choice.split,
        empty: t("Nothing"),
        options: options.filter((one) => one.value !== choice.by),
        onChange: set("split"),
      }),
    ),
  );
}

/** @param {{address: import("../../types/state").Address, span: import("../../core/days.js").Span}} props */
const Custom = ({ address, span }) =>
  h(
    "span",
    { class: "row" },
    h(TextField, {
      label: t("First day"),
      type: "date",
      value: span.from,
      onChange: (from) => from && setParams(address, { from, to: span.to }),
    }),
    h(TextField, {
      label: t("Last day"),
      type: "date",
      value: span.to,
      onChange: (to) => to && setParams(address, { to, from: span.from }),
    }),
  );
