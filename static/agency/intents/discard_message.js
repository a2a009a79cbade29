import { remove } from "../core/outbox.js";
import { changeOutbox } from "../net/pending.js";

/** Take a message that was not delivered off the list. @param {string} id */
export function discardMessage(id) {
  changeOutbox((items) => remove(items, id));
}
