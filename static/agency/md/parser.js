/** markdown-it as this page uses it: no HTML, no style attributes, no remote images. */
import MarkdownIt from "markdown-it";
import { t } from "../core/i18n.js";
import { mathRules } from "./math-rules.js";

/** @typedef {any} Token */

/** Addresses of images that may load without a click: nothing leaves this server by them. */
const OWN_IMAGE = /^(data:image\/(png|jpeg|gif|webp);|\/api\/(photo|attachment)\/)/i;

export function createParser() {
  const md = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
  md.use(mathRules);
  md.use(taskLists);
  const { rules } = md.renderer;
  rules.link_open = outwardLink;
  rules.image = (tokens, at) => image(md, tokens[at]);
  rules.fence = (tokens, at) => fence(md, tokens[at]);
  rules.code_block = rules.fence;
  for (const cell of ["th_open", "td_open"]) rules[cell] = alignedCell;
  rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  return md;
}

/** @type {any} */
function outwardLink(
  /** @type {Token[]} */ tokens,
  /** @type {number} */ at,
  /** @type {any} */ options,
  /** @type {any} */ _env,
  /** @type {any} */ self,
) {
  tokens[at].attrSet("target", "_blank");
  tokens[at].attrSet("rel", "noopener noreferrer nofollow");
  return self.renderToken(tokens, at, options);
}

/** `- [x] done` shows as a ticked box; it is text, not a control. @param {any} md */
function taskLists(md) {
  md.core.ruler.after("inline", "tasks", (/** @type {any} */ state) => {
    state.tokens.forEach((/** @type {Token} */ token, /** @type {number} */ at) => {
      const item = state.tokens[at - 2];
      const first = token.children?.[0];
      if (item?.type !== "list_item_open" || first?.type !== "text") return;
      const found = /^\[([ xX])\] /.exec(first.content);
      if (!found) return;
      item.attrJoin("class", "task");
      first.content = first.content.slice(found[0].length);
      const box = new state.Token("task_box", "span", 0);
      box.content = found[1] === " " ? "☐" : "☑";
      token.children.unshift(box);
    });
  });
  md.renderer.rules.task_box = (/** @type {Token[]} */ tokens, /** @type {number} */ at) =>
    `<span class="box">${tokens[at].content}</span>`;
}

/** Alignment as a class: a style attribute would break the content policy. @type {any} */
function alignedCell(
  /** @type {Token[]} */ tokens,
  /** @type {number} */ at,
  /** @type {any} */ options,
  /** @type {any} */ _env,
  /** @type {any} */ self,
) {
  const align = /text-align:\s*(\w+)/.exec(tokens[at].attrGet("style") ?? "");
  tokens[at].attrs = align ? [["class", `align-${align[1]}`]] : null;
  return self.renderToken(tokens, at, options);
}

/**
 * A picture from elsewhere becomes a link: loading it would tell that place what was read here.
 * @param {any} md
 * @param {Token} token
 */
function image(md, token) {
  const { escapeHtml } = md.utils;
  const src = token.attrGet("src") ?? "";
  const alt = token.content || t("image");
  if (OWN_IMAGE.test(src)) {
    return `<img class="inline-image" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" loading="lazy">`;
  }
  const host = /^https?:\/\/([^/?#]+)/i.exec(src)?.[1] ?? "";
  const label = host ? t("{alt} (picture at {host})", { alt, host }) : alt;
  return (
    `<a class="remote-image" href="${escapeHtml(src)}" target="_blank"` +
    ` rel="noopener noreferrer nofollow">${escapeHtml(label)}</a>`
  );
}

/**
 * @param {any} md
 * @param {Token} token
 */
function fence(md, token) {
  const { escapeHtml } = md.utils;
  const language = (token.info ?? "").trim().split(/\s+/)[0];
  const shown = escapeHtml(language || t("text"));
  return (
    `<figure class="code"><figcaption><span>${shown}</span>` +
    `<button type="button" class="button quiet small" data-copy>${escapeHtml(t("Copy"))}</button>` +
    `</figcaption><pre tabindex="0"><code data-language="${escapeHtml(language)}">` +
    `${escapeHtml(token.content)}</code></pre></figure>\n`
  );
}
