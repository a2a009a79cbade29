import { textOf } from "../core/content.js";
import { editMessage } from "./edit_message.js";
import { regenerate } from "./regenerate.js";

/**
 * Try a turn anew that ended badly: another answer beside the broken one, or, when there is none, the
 * same words said again.
 * @param {import("../types/state").SessionState["messages"]} path of the session, oldest first
 * @param {string} runId
 * @returns {Promise<unknown>}
 */
export function askAgain(path, runId) {
  const answer = path.findLast((message) => message.run_id === runId && message.role === "ai");
  if (answer) return regenerate(answer.session_id, answer.id);
  const asked = path.findLast((message) => message.role === "human");
  if (!asked) return Promise.reject(new Error("there is nothing to ask again"));
  return editMessage(asked.session_id, asked.id, textOf(asked.content));
}
