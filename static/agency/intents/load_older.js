import { prependOlder } from "../core/folds/session.js";
import { store } from "../core/store.js";
import { api } from "../net/api.js";

/** Read the page before the oldest message shown; one at a time. @param {string} sessionId */
export async function loadOlder(sessionId) {
  const state = store.sessionState(sessionId);
  const { messages, hasOlder, loadingOlder, session } = state.peek();
  if (!hasOlder || loadingOlder || messages.length === 0) return;
  state.value = { ...state.peek(), loadingOlder: true };
  try {
    const query = { before: messages[0].depth };
    const page = await api.get(`/api/session/${sessionId}/`, { query });
    const isSamePath = state.peek().session?.active_branch_id === session?.active_branch_id;
    state.value = isSamePath
      ? prependOlder(state.peek(), page)
      : { ...state.peek(), loadingOlder: false };
  } catch (error) {
    state.value = { ...state.peek(), loadingOlder: false };
    throw error;
  }
}
