import { t } from "../../../core/i18n.js";

/** @typedef {import("../../../types/api").Branch} Branch */

/** What a branch is called: its name, else how it begins. @param {Branch} branch */
export function branchName(branch) {
  if (branch.name) return branch.name;
  if (branch.first?.text) return firstLine(branch.first.text);
  return branch.base_branch_id === null ? t("First branch") : t("New branch");
}

/** @param {string} text */
export const firstLine = (text) => text.trim().split("\n", 1)[0];

/** How a branch ends, in one line. @param {Branch} branch */
export function headWords({ head, first }) {
  if (!head) return t("Nothing was said here yet");
  if (head.role === "tool") return t("Ends with a tool's result");
  if (!head.text) return t("Ends with a tool call");
  return head.id === first?.id ? t("Waits for an answer") : firstLine(head.text);
}
