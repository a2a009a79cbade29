/** Two paths side by side: which messages stand opposite each other, and where their words differ. */
import { textOf } from "./content.js";
import { diffTokens } from "./diff.js";

/**
 * @typedef {import("../types/api").Message} Message
 * @typedef {{who: "human" | "agent", texts: string[], tools: string[], ids: string[]}} Cell
 * @typedef {{left: Cell | null, right: Cell | null}} Pair
 * @typedef {{kind: "same" | "changed", text: string}} Piece
 */

/**
 * The messages as turns: what a person said, and then all that the agent did about it.
 * @param {Message[]} messages oldest first
 * @returns {Cell[]}
 */
export function cellsOf(messages) {
  /** @type {Cell[]} */
  const cells = [];
  for (const message of messages) {
    const who = message.role === "human" ? "human" : "agent";
    const last = cells.at(-1);
    const isNew = who === "human" || last?.who !== "agent";
    const cell = isNew ? { who, texts: [], tools: [], ids: [] } : last;
    if (isNew) cells.push(/** @type {Cell} */ (cell));
    addTo(/** @type {Cell} */ (cell), message);
  }
  return cells;
}

/** @param {Cell} cell @param {Message} message */
function addTo(cell, message) {
  cell.ids.push(message.id);
  if (message.role === "tool") return;
  const text = textOf(message.content);
  if (text) cell.texts.push(text);
  cell.tools.push(...(message.tool_calls ?? []).map((call) => call.name));
}

/**
 * Turn by turn, a person's words opposite a person's; the longer side ends alone.
 * @param {Message[]} left
 * @param {Message[]} right
 * @returns {Pair[]}
 */
export function align(left, right) {
  const [a, b] = [cellsOf(left), cellsOf(right)];
  /** @type {Pair[]} */
  const pairs = [];
  while (a.length > 0 || b.length > 0) {
    const isSame = a.length === 0 || b.length === 0 || a[0].who === b[0].who;
    // An answer without a question of its own (a second answer) waits for the other side's.
    const takeLeft = isSame || a[0].who === "human";
    const takeRight = isSame || b[0].who === "human";
    pairs.push({
      left: (takeLeft && a.shift()) || null,
      right: (takeRight && b.shift()) || null,
    });
  }
  return pairs;
}

/** Texts that share less than this are different, not changed: marks would only be noise. */
const LIKENESS = 0.3;

/**
 * Both texts in pieces, those that the other does not have marked.
 * @param {string} left
 * @param {string} right
 * @returns {{left: Piece[], right: Piece[], isAlike: boolean}}
 */
export function differences(left, right) {
  const parts = diffTokens(words(left), words(right));
  const shared = parts.filter((part) => part.kind === "same");
  const length = shared.reduce((sum, part) => sum + part.text.length, 0);
  const isAlike = length >= LIKENESS * Math.max(left.length, right.length, 1);
  if (!isAlike) {
    const whole = (/** @type {string} */ text) => [{ kind: /** @type {const} */ ("same"), text }];
    return { left: whole(left), right: whole(right), isAlike };
  }
  return { left: pieces(parts, "removed"), right: pieces(parts, "added"), isAlike };
}

/** Words with the space after them. @param {string} text */
const words = (text) => text.match(/\S+\s*|\s+/g) ?? [];

/**
 * @param {{kind: string, text: string}[]} parts
 * @param {string} own
 * @returns {Piece[]} neighbours of one kind joined
 */
function pieces(parts, own) {
  /** @type {Piece[]} */
  const list = [];
  for (const { kind, text } of parts) {
    if (kind !== "same" && kind !== own) continue;
    const wanted = kind === "same" ? "same" : "changed";
    const last = list.at(-1);
    if (last?.kind === wanted) last.text += text;
    else list.push({ kind: wanted, text });
  }
  return list;
}
