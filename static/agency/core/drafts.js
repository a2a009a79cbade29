/** What was typed and not sent, kept over a reload. The place to keep it is given by the caller. */

/**
 * @typedef {{get(key: string): string | null, set(key: string, value: string): void,
 *   remove(key: string): void, keys(): string[]}} Storage
 */

const PREFIX = "agency.draft.";

/** @param {Storage} storage */
export function createDrafts(storage) {
  return {
    /** @param {string} key e.g. a session's id */
    read: (key) => storage.get(PREFIX + key) ?? "",

    /** @param {string} key @param {string} text */
    write(key, text) {
      if (text === "") storage.remove(PREFIX + key);
      else storage.set(PREFIX + key, text);
    },
  };
}

/** A storage that lasts as long as the page. @returns {Storage} */
export function memoryStorage() {
  /** @type {Map<string, string>} */
  const map = new Map();
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
    keys: () => [...map.keys()],
  };
}
