/**
 * A message's body as an island in the page, patched by block: closed blocks are drawn once, only the
 * open tail is drawn again.
 */
import { BlockSplitter, hasReferences, openFence } from "./blocks.js";
import { highlight, highlightSoon } from "./highlight.js";
import { drawMath } from "./math.js";
import { createParser } from "./parser.js";
import { toFragment } from "./sanitize.js";

const md = createParser();

export class Island {
  #root;
  #splitter = new BlockSplitter(md);
  #drawn = 0;
  /** @type {HTMLElement | null} */
  #tail = null;
  #tailText = "";
  /** @type {{code: HTMLElement, node: Text} | null} */
  #fence = null;
  #text = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {string} text all of it so far
   * @param {boolean} isLive whether more will come
   */
  update(text, isLive) {
    this.#text = text;
    const { closed, tail, isRestarted } = this.#splitter.update(text);
    if (isRestarted) this.#clear();
    for (; this.#drawn < closed.length; this.#drawn += 1) this.#close(closed[this.#drawn]);
    this.#drawTail(tail, isLive);
    if (!isLive) this.#finish();
  }

  #clear() {
    this.#root.replaceChildren();
    this.#drawn = 0;
    this.#tail = null;
    this.#fence = null;
    this.#tailText = "";
  }

  /** @param {string} src */
  #close(src) {
    const block = this.#tail ?? this.#append();
    this.#tail = null;
    this.#fence = null;
    this.#tailText = "";
    draw(block, src);
    dress(block);
  }

  /**
   * @param {string} src
   * @param {boolean} isLive
   */
  #drawTail(src, isLive) {
    if (src.trim() === "") {
      this.#tail?.replaceChildren();
      return;
    }
    if (src === this.#tailText && isLive) return;
    this.#tailText = src;
    this.#tail ??= this.#append();
    const fence = isLive ? openFence(src) : null;
    if (fence) this.#growFence(this.#tail, fence);
    else {
      this.#fence = null;
      draw(this.#tail, src);
    }
  }

  /**
   * An open code block only gets its new text appended.
   * @param {HTMLElement} block
   * @param {{language: string, code: string}} fence
   */
  #growFence(block, { language, code }) {
    if (!this.#fence) {
      draw(block, `\`\`\`${language}\n\n\`\`\``);
      const element = /** @type {HTMLElement} */ (block.querySelector("code"));
      element.replaceChildren();
      this.#fence = { code: element, node: element.appendChild(document.createTextNode("")) };
    }
    const { code: element, node } = this.#fence;
    const shown = element.textContent ?? "";
    if (node.isConnected && code.startsWith(shown)) node.appendData(code.slice(shown.length));
    else if (code.startsWith(shown)) {
      this.#fence.node = element.appendChild(document.createTextNode(code.slice(shown.length)));
    } else element.textContent = code;
    highlightSoon(element);
  }

  #finish() {
    if (hasReferences(this.#text)) {
      this.#root.replaceChildren();
      this.#tail = this.#append();
      draw(this.#tail, this.#text);
    }
    dress(this.#root);
  }

  #append() {
    const block = document.createElement("div");
    block.className = "md-block";
    return this.#root.appendChild(block);
  }
}

/**
 * @param {HTMLElement} block
 * @param {string} src
 */
function draw(block, src) {
  block.replaceChildren(toFragment(md.render(src)));
}

/** Colours and formulas, once the text stands. @param {HTMLElement} root */
function dress(root) {
  for (const code of root.querySelectorAll("code[data-language]")) {
    highlight(/** @type {HTMLElement} */ (code));
  }
  drawMath(root);
}
