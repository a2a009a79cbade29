import { h } from "preact";
import { t } from "../core/i18n.js";

/**
 * Which part of a list is shown, as a row of chips; what follows stands at the end of the row.
 * @param {{options: {value: string, label: string}[], value: string,
 *   onChange: (value: string) => void, children?: any}} props
 */
export function Filters({ options, value, onChange, children }) {
  return h(
    "div",
    { class: "pane-filters", role: "group", "aria-label": t("Show") },
    options.map((one) =>
      h(
        "button",
        {
          key: one.value,
          type: "button",
          class: "chip",
          "aria-pressed": String(value === one.value),
          onClick: () => onChange(one.value),
        },
        one.label,
      ),
    ),
    children,
  );
}
