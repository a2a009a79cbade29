import { api } from "../net/api.js";
import { ApiError } from "../net/errors.js";

/**
 * Answer what an agent waits for. The first answer wins; a later one is told what won.
 * @param {string} id
 * @param {Record<string, unknown>} answer
 * @returns {Promise<{won: boolean, record: any}>} `record` is the interruption as it stands
 */
export async function answerInterruption(id, answer) {
  try {
    return { won: true, record: await api.patch(`/api/interruption/${id}/`, answer) };
  } catch (error) {
    if (!(error instanceof ApiError) || !isLate(error.code)) throw error;
    return { won: false, record: error.problem };
  }
}

/** @param {string} code */
const isLate = (code) =>
  ["already_answered", "interruption_expired", "interruption_cancelled"].includes(code);
