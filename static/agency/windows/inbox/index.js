import { h } from "preact";
import { t } from "../../core/i18n.js";
import { setParams } from "../../desktop/open.js";
import { Filters } from "../../ui/filters.js";
import { Answered } from "./history.js";
import { Pending } from "./pending.js";

/** @returns {{value: string, label: string}[]} */
const filters = () => [
  { value: "", label: t("All") },
  { value: "approval", label: t("Approvals") },
  { value: "question", label: t("Questions") },
  { value: "other", label: t("Limits and doubts") },
  { value: "answered", label: t("Answered") },
];

/**
 * Everything that waits for this person, from every session.
 * @param {{address: import("../../types/state").Address, focused: boolean}} props
 */
export default function Inbox({ address, focused }) {
  const kind = address.params.kind ?? "";
  return h(
    "div",
    { class: "pane" },
    h(Filters, {
      options: filters(),
      value: kind,
      onChange: (value) => setParams(address, { kind: value }),
    }),
    kind === "answered" ? h(Answered, { focused }) : h(Pending, { kind, focused }),
  );
}
