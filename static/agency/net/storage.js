/** The browser's storage behind the port that drafts and the outbox ask for. It may be full or off. */

/** @returns {import("../core/drafts.js").Storage} */
export function browserStorage() {
  /** @template T @param {() => T} act @param {T} otherwise */
  const attempt = (act, otherwise) => {
    try {
      return act();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt(() => localStorage.getItem(key), null),
    set: (key, value) => attempt(() => localStorage.setItem(key, value), undefined),
    remove: (key) => attempt(() => localStorage.removeItem(key), undefined),
    keys: () => attempt(() => Object.keys(localStorage), []),
  };
}
