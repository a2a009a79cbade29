/** The newest line that an agent wrote. */
import { textOf } from "./content.js";

/** @param {string} text */
export const lastLineOf = (text) =>
  text
    .trimEnd()
    .split("\n")
    .findLast((line) => line.trim() !== "")
    ?.trim() ?? "";

/**
 * What is being written, else what was written last.
 * @param {Pick<import("../types/state").SessionState, "stream" | "messages">} state
 */
export function lastLine({ stream, messages }) {
  const block = stream?.blocks.findLast((one) => one.kind === "text" && one.text.trim() !== "");
  if (block) return lastLineOf(block.text);
  const said = messages.findLast((one) => one.role === "ai" && textOf(one.content) !== "");
  return said ? lastLineOf(textOf(said.content)) : "";
}
