import { t } from "../../../core/i18n.js";
import { asFailure } from "../../../net/errors.js";

/**
 * Why a change of a waiting message was refused, for a person.
 * @param {unknown} error
 */
export function refusalWords(error) {
  const { code, title, detail } = asFailure(error);
  if (code === "stale")
    return t("Somebody changed this message meanwhile. It stands here as it is now; try again.");
  if (code === "queued_message_gone")
    return t("Too late: the agent has this message already, or somebody withdrew it.");
  return detail ? `${title}. ${detail}` : title;
}

/**
 * Why the queue waits although nothing runs.
 * @param {import("../../../types/api").Run | null} last the newest run
 */
export function pauseWords(last) {
  if (last?.status === "stopped") return t("Paused, since the last turn was stopped.");
  if (last?.status === "failed")
    return t("Paused, since the last turn failed: {why}", {
      why: last.error?.title ?? t("unknown"),
    });
  return t("Paused after a stop or an error.");
}
