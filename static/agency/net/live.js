/** The page's one channel, set by `start.js`. */

/** @type {{channel: import("./socket.js").Channel}} */
export const live = { channel: /** @type {any} */ (null) };
