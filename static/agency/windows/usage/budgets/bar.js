import { h } from "preact";
import { amount, shares } from "../../../core/budget.js";
import { t } from "../../../core/i18n.js";

/**
 * How far a cap is used: spent, and held back for calls under way.
 * @param {{cap: {unit: string, limit: string | number, spent: string | number,
 *   reserved: string | number}}} props
 */
export function CapBar({ cap }) {
  const { spent, reserved, isFull } = shares(cap);
  return h(
    "div",
    {
      class: `cap-bar ${isFull ? "full" : ""}`,
      role: "meter",
      "aria-label": t("Spent"),
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": Math.round(spent),
      "aria-valuetext": t("{spent} of {limit}", {
        spent: amount(cap.unit, cap.spent),
        limit: amount(cap.unit, cap.limit),
      }),
    },
    h("span", { class: "cap-spent", style: { inlineSize: `${spent}%` } }),
    h("span", { class: "cap-reserved", style: { inlineSize: `${reserved}%` } }),
  );
}
