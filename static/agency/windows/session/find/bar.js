import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { MOST_LETTERS } from "../../../core/search-query.js";
import { setParams } from "../../../desktop/open.js";
import { IconButton } from "../../../ui/button.js";
import { SearchField } from "../../../ui/fields.js";
import { usePages } from "../../../ui/use-pages.js";
import { useModel } from "../model.js";
import { useMarks } from "./use-marks.js";

const PAGE = 50;

/**
 * The session's own find bar. What was said last is the first find; going on leads back in time.
 * @param {{address: import("../../../types/state").Address, close: () => void, summons: number}} props
 */
export function FindBar({ address, close, summons }) {
  const model = useModel();
  const { f = "", m } = address.params;
  const words = f.trim();
  const query = { session: model.id, q: words, order: "newest", limit: PAGE };
  const pages = usePages(words ? "/api/search/" : null, query, { settle: true });
  const found = (words && pages.rows) || [];
  const at = found.findIndex((one) => one.message_id === m);
  useMarks(address, words, m);
  useShownBranch(address, model.branchId.value);
  const step = (/** @type {number} */ by) => {
    if (found.length === 0) return;
    const next = at < 0 ? 0 : at + by;
    if (next >= found.length && pages.isMore) return void pages.more();
    const one = found[(next + found.length) % found.length];
    setParams(address, { m: one.message_id, b: one.branch_id });
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isIdle = found.length === 0;
  return h(
    "div",
    { class: "find-bar", onKeyDown, ref: useTakeKeyboard(summons) },
    h(SearchField, {
      label: t("Find in this session"),
      value: f,
      onChange: (text) => setParams(address, { f: text, m: null }),
      maxLength: MOST_LETTERS,
    }),
    h("span", { class: "small dim num", role: "status" }, countWords(words, pages, at)),
    h(IconButton, { icon: "arrow-up", label: t("Earlier"), run: () => step(1), disabled: isIdle }),
    h(IconButton, { icon: "arrow-down", label: t("Later"), run: () => step(-1), disabled: isIdle }),
    h(IconButton, { icon: "x", label: t("Close the find bar"), run: close }),
  );
}

/**
 * A branch that the session shows anyway needs no name: what is written next makes another one, and
 * that should be seen.
 * @param {import("../../../types/state").Address} address @param {string | null | undefined} shown
 */
function useShownBranch(address, shown) {
  const { b } = address.params;
  useEffect(() => {
    if (b && b === shown) setParams(address, { b: null });
  }, [b, shown]);
}

/** The field takes the keyboard whenever it is asked for. @param {number} summons */
function useTakeKeyboard(summons) {
  const element = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const field = element.current?.querySelector("input");
    if (summons === 0) return;
    field?.focus();
    field?.select();
  }, [summons]);
  return element;
}

/**
 * @param {string} words @param {import("../../../ui/use-pages.js").Pages} pages @param {number} at
 */
function countWords(words, pages, at) {
  if (!words) return "";
  if (pages.error) return pages.error.title;
  if (!pages.rows) return t("Looking…");
  const count = `${pages.rows.length}${pages.isMore ? "+" : ""}`;
  if (pages.rows.length === 0) return pages.loading ? t("Looking…") : t("Not found");
  return at < 0 ? t("{count} found", { count }) : t("{n} of {count}", { n: at + 1, count });
}
