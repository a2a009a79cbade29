import { h } from "preact";
import { t, tn } from "../../core/i18n.js";
import { addressOf, MOST_LETTERS, toQuery } from "../../core/search-query.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { phone } from "../../desktop/size.js";
import { useWalk } from "../../desktop/use-walk.js";
import { Button } from "../../ui/button.js";
import { SearchField } from "../../ui/fields.js";
import { RowList } from "../../ui/row-list.js";
import { Failure, Loading } from "../../ui/states.js";
import { usePages } from "../../ui/use-pages.js";
import { Facets } from "./facets.js";
import { Result } from "./result.js";
import { NothingFound, NothingTyped } from "./states.js";

/** @typedef {import("../../types/api").SearchResult} Found */

const PAGE = 30;

/** @param {Found} found @param {string} q */
function open(found, q) {
  const address = addressOf(found, q);
  if (address) openWindow(address);
  else window.open(`/api/document/${found.id}/content/`, "_blank", "noopener");
}

/**
 * One field over sessions, messages, agents and documents.
 * @param {{address: import("../../types/state").Address, focused: boolean}} props
 */
export default function Search({ address, focused }) {
  const { q = "" } = address.params;
  const query = toQuery(address.params);
  const pages = usePages(query && "/api/search/", { ...query, limit: PAGE }, { settle: true });
  const rows = (query && pages.rows) ?? [];
  const choose = (/** @type {number} */ at) => rows[at] && open(rows[at], q.trim());
  const walk = useWalk(rows.length, focused, { open: choose, atEnd: pages.more });
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") choose(walk.at);
    else if (event.key === "ArrowDown" && rows.length > 0) walk.go(0)();
    else return;
    event.preventDefault();
  };
  const write = (/** @type {string} */ text) => {
    walk.setAt(0);
    setParams(address, { q: text });
  };
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, {
        label: t("Search everything"),
        placeholder: t("Words in messages, names, agents, documents"),
        value: q,
        onChange: write,
        onKeyDown,
        maxLength: MOST_LETTERS,
        "data-autofocus": true,
      }),
    ),
    h(Facets, { address }),
    query && pages.rows && h(Count, { count: rows.length, isMore: pages.isMore }),
    h(Body, { address, query, pages, rows, walk, choose }),
  );
}

/** @param {{count: number, isMore: boolean}} props */
const Count = ({ count, isMore }) =>
  h(
    "p",
    { class: "visually-hidden", role: "status" },
    isMore
      ? tn("{count} result and more", "{count} results and more", count)
      : tn("{count} result", "{count} results", count),
  );

/**
 * @param {{address: import("../../types/state").Address, query: Record<string, string> | null,
 *   pages: import("../../ui/use-pages.js").Pages, rows: Found[],
 *   walk: ReturnType<typeof useWalk>, choose: (at: number) => void}} props
 */
function Body({ address, query, pages, rows, walk, choose }) {
  if (!query) return h(NothingTyped, null);
  if (pages.error) return h(Failure, { error: pages.error, retry: pages.reload });
  if (!pages.rows) return h(Loading, null);
  if (rows.length === 0) return pages.loading ? h(Loading, null) : h(NothingFound, { address });
  return h(RowList, {
    items: rows,
    height: phone.value ? 84 : 64,
    keyOf: (one) => `${one.kind} ${one.id}`,
    label: t("Results"),
    selected: walk.at,
    pull: walk.pull,
    onSelect: walk.setAt,
    onNearEnd: pages.moreError ? undefined : pages.more,
    render: (found, at) => h(Result, { found, selected: at === walk.at, run: () => choose(at) }),
    after: h(Rest, { pages }),
  });
}

/** What stands below the last row that was read. @param {{pages: import("../../ui/use-pages.js").Pages}} props */
function Rest({ pages }) {
  if (pages.moreError)
    return h(
      "p",
      { class: "notice failed pane-notice", role: "alert" },
      h(
        "span",
        { class: "grow" },
        t("More could not be read: {why}", { why: pages.moreError.title }),
      ),
      h(Button, { small: true, run: pages.more }, t("Try again")),
    );
  if (pages.isMore)
    return h(
      "div",
      { class: "more" },
      h(Button, { kind: "quiet", run: pages.more }, t("Show more")),
    );
  return h("p", { class: "more small dim" }, t("That is all."));
}
