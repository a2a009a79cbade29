import { useEffect } from "preact/hooks";
import { windowKey } from "../../../core/address.js";
import { placesOf, termsOf } from "../../../core/find-words.js";
import { useModel } from "../model.js";

const SETTLE_MS = 80;
/** Not part of what was said. */
const APART = ".row-actions, .visually-hidden, .editing";

/** What each window marks; the page has one set of marks for all. @type {Map<string, {all: Range[], here: Range[]}>} */
const marks = new Map();

function publish() {
  if (!("highlights" in CSS)) return;
  const lists = [...marks.values()];
  CSS.highlights.set("found", new Highlight(...lists.flatMap((one) => one.all)));
  CSS.highlights.set("found-here", new Highlight(...lists.flatMap((one) => one.here)));
}

/**
 * Mark words in the rows that are mounted, without touching the rows' own elements; the message
 * that the reader is led to stands out. Rows come and go with the scrolling, so it is done again.
 * @param {import("../../../types/state").Address} address @param {string} words
 * @param {string | undefined} messageId
 */
export function useMarks(address, words, messageId) {
  const rows = useModel().rows.value;
  const row = rows.find(
    (one) =>
      one.key === messageId ||
      (one.kind === "agent" && one.messages.some((message) => message.id === messageId)),
  );
  const key = windowKey(address);
  useEffect(() => {
    const frame = document.querySelector(`[data-window="${CSS.escape(key)}"] .session-body`);
    if (!frame) return undefined;
    const terms = termsOf(words);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let soon;
    const mark = () => {
      soon = undefined;
      marks.set(key, rangesIn(frame, terms, row?.key));
      publish();
    };
    const later = () => {
      soon ??= setTimeout(mark, SETTLE_MS);
    };
    const observer = new MutationObserver(later);
    observer.observe(frame, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      clearTimeout(soon);
      marks.delete(key);
      publish();
    };
  }, [key, words, row?.key]);
}

/**
 * @param {Element} frame @param {string[]} terms @param {string | undefined} current key of a row
 */
function rangesIn(frame, terms, current) {
  /** @type {{all: Range[], here: Range[]}} */
  const found = { all: [], here: [] };
  for (const slot of frame.querySelectorAll("[data-row]")) {
    const isHere = slot.getAttribute("data-row") === current;
    const texts = document.createTreeWalker(slot, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest(APART)) continue;
      for (const [start, end] of placesOf(node.nodeValue ?? "", terms))
        (isHere ? found.here : found.all).push(rangeOf(node, start, end));
    }
  }
  return found;
}

/** @param {Node} node @param {number} start @param {number} end */
function rangeOf(node, start, end) {
  const range = new Range();
  range.setStart(node, start);
  range.setEnd(node, end);
  return range;
}
