import { uuid7 } from "../core/ids.js";
import { enqueue } from "../core/outbox.js";
import { store } from "../core/store.js";
import { changeOutbox, deliver } from "../net/pending.js";

/**
 * Say something in a session. It shows at once as pending; the server's echo confirms it.
 * @param {string | null} sessionId null: the person's standing conversation
 * @param {{text: string, images?: {mime: string, data: string}[], when_busy?: string, model?: string,
 *   mode?: string, attachments?: string[], context_paths?: string[], skills?: string[],
 *   forced_tools?: string[]}} message
 * @returns {string} the message's id
 */
export function sendMessage(sessionId, { text, images = [], ...options }) {
  const id = uuid7();
  const isSet = (/** @type {[string, unknown]} */ [, value]) => value !== undefined && value !== "";
  const kept = Object.fromEntries(Object.entries(options).filter(isSet));
  changeOutbox((items) =>
    enqueue(items, { id, sessionId, text, images, options: kept }, Date.now()),
  );
  const item = store.outbox.peek().find((other) => other.id === id);
  if (item) deliver(item);
  return id;
}
