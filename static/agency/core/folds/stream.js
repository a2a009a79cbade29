/**
 * Text that is being written: folded by offset, counted in code points within a block.
 *
 * Deltas may be lost and may arrive twice or after the whole message. An overlap is cut; a hole
 * freezes its block until a `stream_snapshot` or the final message mends it, and a block or message
 * whose beginning was lost is shown from then on.
 */
import { codePoints, dropCodePoints } from "../text.js";

/**
 * @typedef {import("../../types/api").Stream} Stream
 * @typedef {import("../../types/api").StreamBlock} StreamBlock
 * @typedef {import("../../types/api").Frame} Frame
 */

/**
 * @param {Stream | null} stream
 * @param {Frame} frame one of the `stream_*` kinds
 * @param {(messageId: string) => boolean} isSettled whether the whole message is already there
 * @returns {Stream | null}
 */
export function foldStream(stream, frame, isSettled) {
  if (frame.type === "stream_snapshot") return fromSnapshot(frame.stream ?? null, isSettled);
  if (!frame.message_id || isSettled(frame.message_id)) return stream;
  switch (frame.type) {
    case "stream_start":
      return begin(frame);
    case "stream_delta":
      return isSame(stream, frame) ? addDelta(stream, frame) : stream;
    case "stream_end":
      return isSame(stream, frame) ? { ...stream, ended: true } : stream;
    default:
      return stream;
  }
}

/**
 * @param {Stream | null} stream
 * @param {Frame} frame
 * @returns {stream is Stream}
 */
const isSame = (stream, frame) => stream?.message_id === frame.message_id;

/**
 * @param {any} snapshot the stream of a snapshot, which counts nothing
 * @param {(messageId: string) => boolean} [isSettled]
 * @returns {Stream | null}
 */
export function fromSnapshot(snapshot, isSettled) {
  if (!snapshot || isSettled?.(snapshot.message_id)) return null;
  const blocks = (snapshot.blocks ?? []).map((/** @type {StreamBlock} */ block) => ({
    ...block,
    text: block.text ?? "",
    length: codePoints(block.text ?? ""),
  }));
  return { ...snapshot, blocks };
}

/**
 * @param {Frame} frame
 * @returns {Stream}
 */
const begin = (frame) => ({
  message_id: frame.message_id,
  run_id: frame.run_id ?? null,
  step: frame.step ?? null,
  blocks: [],
});

/**
 * @param {Stream} stream
 * @param {Frame} frame
 * @returns {Stream}
 */
function addDelta(stream, frame) {
  const at = stream.blocks.findIndex((block) => block.block === frame.block);
  if (at < 0 && !frame.kind) return stream;
  const known = at < 0 ? newBlock(frame) : stream.blocks[at];
  const next = extend(known, frame.offset ?? known.length, frame.text ?? "");
  if (next === known && at >= 0) return stream;
  const blocks = at < 0 ? [...stream.blocks, next] : stream.blocks.with(at, next);
  if (at < 0) blocks.sort((a, b) => a.block - b.block);
  return { ...stream, blocks };
}

/**
 * @param {Frame} frame
 * @returns {StreamBlock}
 */
const newBlock = (frame) => ({
  block: frame.block,
  kind: frame.kind ?? "text",
  name: frame.name ?? null,
  call_id: frame.call_id ?? null,
  text: "",
  length: 0,
});

/**
 * @param {StreamBlock} block
 * @param {number} offset
 * @param {string} text
 * @returns {StreamBlock}
 */
function extend(block, offset, text) {
  if (offset > block.length) return block.hole ? block : { ...block, hole: true };
  const fresh = offset === block.length ? text : dropCodePoints(text, block.length - offset);
  if (fresh === "") return block;
  return {
    ...block,
    text: block.text + fresh,
    length: block.length + codePoints(fresh),
    hole: false,
  };
}
