import { store } from "../core/store.js";
import { api } from "../net/api.js";

/**
 * Change the signed-in person's own record.
 * @param {Record<string, any>} fields
 */
export async function saveMe(fields) {
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const saved = await api.patch("/api/me/", given);
  const before = store.me.peek();
  if (before) store.me.value = { ...before, ...saved };
  return saved;
}
