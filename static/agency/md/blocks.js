/**
 * Growing Markdown as top-level blocks: all but the last are closed and never parsed again.
 *
 * The last block stays open because what follows may still change it (a line under a paragraph
 * makes it a heading, another item makes a list loose).
 */

/** @typedef {{parse(src: string, md: any, env: object, tokens: any[]): void}} BlockParser */

export class BlockSplitter {
  #md;
  #text = "";
  /** Where the open block begins. */
  #tailAt = 0;
  /** @type {string[]} */
  #closed = [];

  /** @param {any} md a markdown-it */
  constructor(md) {
    this.#md = md;
  }

  /**
   * @param {string} text all of it so far
   * @returns {{closed: string[], tail: string, isRestarted: boolean}} restarted when the text is not
   *   a continuation of the last one
   */
  update(text) {
    const whole = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
    const isRestarted = !whole.startsWith(this.#text);
    if (isRestarted) {
      this.#tailAt = 0;
      this.#closed = [];
    }
    this.#text = whole;
    const tail = whole.slice(this.#tailAt);
    const starts = this.#topLevelStarts(tail);
    for (let i = 1; i < starts.length; i += 1)
      this.#closed.push(tail.slice(starts[i - 1], starts[i]));
    if (starts.length > 1) this.#tailAt += /** @type {number} */ (starts.at(-1));
    return { closed: this.#closed, tail: whole.slice(this.#tailAt), isRestarted };
  }

  /**
   * Offsets at which the top-level blocks begin; the first is 0, so that blank lines stay with it.
   * @param {string} src
   */
  #topLevelStarts(src) {
    /** @type {any[]} */
    const tokens = [];
    this.#md.block.parse(src, this.#md, {}, tokens);
    const lines = tokens
      .filter((token) => token.level === 0 && token.map && token.nesting >= 0)
      .map((token) => token.map[0]);
    const wanted = [...new Set(lines)].slice(1);
    return [0, ...lineOffsets(src, wanted)];
  }
}

/**
 * @param {string} src
 * @param {number[]} lines rising
 */
function lineOffsets(src, lines) {
  const offsets = [];
  let line = 0;
  let at = 0;
  for (const wanted of lines) {
    while (line < wanted) {
      at = src.indexOf("\n", at) + 1;
      line += 1;
    }
    offsets.push(at);
  }
  return offsets;
}

/** Whether links may refer to definitions elsewhere in the text. @param {string} text */
export const hasReferences = (text) => /^ {0,3}\[[^\]\n]+\]:\s*\S/m.test(text);

/**
 * The open code fence that a tail consists of, if it is one.
 * @param {string} tail
 * @returns {{language: string, code: string} | null}
 */
export function openFence(tail) {
  const found = /^\s*\n?( {0,3})(`{3,}|~{3,})([^\n`]*)\n/.exec(tail);
  if (!found) return null;
  const [head, , fence, info] = found;
  const code = tail.slice(head.length);
  const close = new RegExp(`^ {0,3}${fence[0] === "~" ? "~" : "`"}{${fence.length},}\\s*$`, "m");
  if (close.test(code)) return null;
  return { language: info.trim().split(/\s+/)[0], code };
}
