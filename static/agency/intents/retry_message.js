import { retry } from "../core/outbox.js";
import { store } from "../core/store.js";
import { changeOutbox, deliver } from "../net/pending.js";

/** Send a failed message once more, under the same id. @param {string} id */
export function retryMessage(id) {
  changeOutbox((items) => retry(items, id, Date.now()));
  const item = store.outbox.peek().find((other) => other.id === id);
  if (item) deliver(item);
}
