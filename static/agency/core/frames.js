/** What a frame is, read from the names that the wire may use. */

/**
 * The name under which a fold handles a frame: `event`, else `topic`, else `type`.
 * @param {import("../types/api").Frame} frame
 * @returns {string}
 */
export const foldKey = (frame) => frame.event ?? frame.topic ?? frame.type ?? "";

/**
 * The kind and subject of a frame's stream, e.g. `["session", "<uuid>"]`.
 * @param {string} key
 * @returns {[string, string]}
 */
export function splitStream(key) {
  const dot = key.indexOf(".");
  return dot < 0 ? [key, ""] : [key.slice(0, dot), key.slice(dot + 1)];
}

/** @param {import("../types/api").Frame} frame */
export const isDurable = (frame) => typeof frame.stream === "string" && Number.isInteger(frame.seq);

/** @param {import("../types/api").Frame} frame */
export const isEphemeral = (frame) =>
  typeof frame.type === "string" && frame.type.startsWith("stream_");
