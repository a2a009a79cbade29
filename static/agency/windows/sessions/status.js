import { t, tn } from "../../core/i18n.js";

/** What a status means to a person. @param {import("../../types/api").Session} session @param {number} waiting */
export function statusOf(session, waiting) {
  if (waiting > 0)
    return { look: "waiting", words: tn("{count} waits for you", "{count} wait for you", waiting) };
  if (session.closed_at) return { look: "hollow", words: t("Closed") };
  const known = /** @type {Record<string, {look: string, words: string}>} */ ({
    queued: { look: "working", words: t("In the queue") },
    running: { look: "working", words: t("Working") },
    waiting: { look: "waiting", words: t("Waits for an answer") },
    waiting_retry: { look: "working", words: t("Will try again") },
    failed: { look: "failed", words: t("Failed") },
    stopped: { look: "hollow", words: t("Stopped") },
    completed: { look: "steady", words: t("Done") },
  });
  return known[session.status] ?? { look: "hollow", words: t("At rest") };
}

/** Whether a session is under way. @param {import("../../types/api").Session} session */
export const isUnderWay = ({ status }) =>
  ["queued", "running", "waiting", "waiting_retry"].includes(status);
