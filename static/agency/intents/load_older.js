import { prependOlder } from "../core/folds/session.js";
import { store } from "../core/store.js";
import { readPath } from "./read_path.js";

/**
 * Read the page before the oldest message shown; one at a time.
 * @param {string} sessionId
 * @param {number} [limit]
 */
export async function loadOlder(sessionId, limit) {
  const state = store.sessionState(sessionId);
  const { messages, hasOlder, loadingOlder, session } = state.peek();
  if (!hasOlder || loadingOlder || messages.length === 0) return;
  state.value = { ...state.peek(), loadingOlder: true };
  try {
    const page = await readPath(sessionId, {
      branch: session?.active_branch_id,
      before: messages[0].depth,
      limit,
    });
    const isSamePath = state.peek().session?.active_branch_id === session?.active_branch_id;
    state.value = isSamePath
      ? prependOlder(state.peek(), page)
      : { ...state.peek(), loadingOlder: false };
  } catch (error) {
    state.value = { ...state.peek(), loadingOlder: false };
    throw error;
  }
}
