import { store } from "../core/store.js";
import { api } from "../net/api.js";

/**
 * Keep some of this person's preferences; the others stay as they are. Shown at once, and taken
 * back when the server refuses.
 * @param {Record<string, unknown>} changes
 */
export async function savePreferences(changes) {
  const before = store.me.peek();
  if (!before) return;
  const preferences = { ...before.preferences, ...changes };
  store.me.value = { ...before, preferences };
  try {
    store.me.value = { ...store.me.peek(), ...(await api.patch("/api/me/", { preferences })) };
  } catch (error) {
    store.me.value = before;
    throw error;
  }
}
