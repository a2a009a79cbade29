import { h } from "preact";
import { t, tn } from "../../core/i18n.js";
import { isNarrowed, NAMES } from "../../core/session-filters.js";
import { overlay } from "../../desktop/commands.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { phone } from "../../desktop/size.js";
import { useWalk } from "../../desktop/use-walk.js";
import { Button } from "../../ui/button.js";
import { SearchField } from "../../ui/fields.js";
import { RowList } from "../../ui/row-list.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { ImportButton } from "./copies.js";
import { ListFilters } from "./filters.js";
import { History } from "./history.js";
import { SessionRow } from "./row.js";
import { useFamily } from "./use-family.js";
import { useSessions } from "./use-sessions.js";

/**
 * @typedef {import("./use-family.js").Line} Line
 * @typedef {import("../../types/state").Address} Address
 * @typedef {import("../../ui/use-pages.js").Pages} Pages
 */

const begin = () => {
  overlay.value = "new-session";
};

/** Every session, live; or the history, by number. @param {{address: Address, focused: boolean}} props */
export default function Sessions({ address, focused }) {
  const { q = "", view } = address.params;
  const isHistory = view === "history";
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, {
        label: t("Filter sessions"),
        placeholder: t("Name or words in messages"),
        value: q,
        onChange: (text) => setParams(address, { q: text }),
        maxLength: 200,
      }),
      h(ImportButton, null),
      h(Button, { icon: "square-pen", run: begin }, t("New")),
    ),
    h(ListFilters, { address }),
    isHistory ? h(History, { address, focused }) : h(Live, { address, focused }),
  );
}

/** @param {{address: Address, focused: boolean}} props */
function Live({ address, focused }) {
  const { rows, counts, pages } = useSessions(address.params);
  const { lines, toggle } = useFamily(rows, counts);
  const openAt = (/** @type {number} */ at) =>
    lines[at] && openWindow(`session.${lines[at].session.id}`);
  const fold = (/** @type {number} */ at, /** @type {boolean} */ wanted) => () =>
    lines[at] && toggle(lines[at].session.id, wanted);
  const walk = useWalk(lines.length, focused, {
    open: openAt,
    atEnd: pages.more,
    keys: (at) => ({ ArrowRight: fold(at, true), ArrowLeft: fold(at, false) }),
  });
  return [
    h(
      "p",
      { class: "visually-hidden", role: "status", key: "count" },
      tn("{count} session", "{count} sessions", rows.length),
    ),
    pages.error && rows.length > 0 && h(Partial, { key: "partial", pages }),
    h(List, { key: "list", lines, toggle, pages, walk, address }),
  ];
}

/** What is here is shown; what is missing is said. @param {{pages: Pages}} props */
const Partial = ({ pages }) =>
  h(
    "p",
    { class: "notice failed pane-notice" },
    t("Older sessions could not be read: {why}", { why: pages.error.title }),
    h(Button, { small: true, run: pages.reload }, t("Try again")),
  );

/**
 * @param {{lines: Line[], toggle: (id: string) => void, pages: Pages, address: Address,
 *   walk: ReturnType<typeof useWalk>}} props
 */
function List({ lines, toggle, pages, walk, address }) {
  if (lines.length === 0 && pages.loading) return h(Loading, null);
  if (lines.length === 0 && pages.error) {
    return h(Failure, { error: pages.error, retry: pages.reload });
  }
  if (lines.length === 0)
    return isNarrowed(address.params) ? h(NoMatch, { address }) : h(NoSessions, null);
  return h(RowList, {
    items: lines,
    height: phone.value ? 64 : 52,
    keyOf: (line) => line.session.id,
    label: t("Sessions"),
    selected: walk.at,
    pull: walk.pull,
    onSelect: walk.setAt,
    onNearEnd: pages.moreError ? undefined : pages.more,
    render: (line, at) =>
      h(SessionRow, {
        session: line.session,
        selected: at === walk.at,
        family: { ...line, toggle: () => toggle(line.session.id) },
      }),
    after: pages.isMore && h(Older, { pages }),
  });
}

/** @param {{pages: Pages}} props */
const Older = ({ pages }) =>
  h(
    "div",
    { class: "more" },
    pages.moreError && h("p", { class: "problem", role: "alert" }, pages.moreError.title),
    h(Button, { kind: "quiet", run: pages.more }, t("Show older")),
  );

/** @param {{address: Address}} props */
const NoMatch = ({ address }) =>
  h(
    Empty,
    {
      icon: "search",
      title: t("Nothing fits this filter"),
      action: h(
        Button,
        {
          run: () => setParams(address, Object.fromEntries(NAMES.map((name) => [name, null]))),
        },
        t("Show all sessions"),
      ),
    },
    t("Try other words, other days, or the history."),
  );

const NoSessions = () =>
  h(
    Empty,
    {
      icon: "messages-square",
      title: t("No sessions yet"),
      action: h(Button, { kind: "primary", run: begin }, t("Begin one")),
    },
    t("A session is one conversation with one agent, with everything it did."),
  );
