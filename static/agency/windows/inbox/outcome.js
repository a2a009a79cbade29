import { t } from "../../core/i18n.js";

/** @typedef {import("../../types/api").Interruption} Interruption */

/** How a question ended, in one or two words. @param {Interruption} one */
export function outcome(one) {
  if (one.prompt.resolution) return t("No longer needed");
  if (one.status === "expired") return t("Too late");
  if (one.status === "cancelled") return t("Withdrawn");
  const decision = /** @type {Record<string, string>} */ ({
    allow: t("Allowed"),
    deny: t("Denied"),
    raise: t("Raised"),
    stop: t("Stopped"),
    happened: t("It happened"),
    run: t("Run again"),
    unknown: t("Left unknown"),
  })[String(one.answer?.decision ?? "")];
  return decision ?? t("Answered");
}
