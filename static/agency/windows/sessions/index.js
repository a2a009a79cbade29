import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { overlay, report } from "../../desktop/commands.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { phone } from "../../desktop/size.js";
import { useKeys } from "../../desktop/use-keys.js";
import { Button } from "../../ui/button.js";
import { SearchField } from "../../ui/fields.js";
import { Filters } from "../../ui/filters.js";
import { RowList } from "../../ui/row-list.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { ImportButton } from "./copies.js";
import { SessionRow } from "./row.js";
import { useFamily } from "./use-family.js";
import { useSessions } from "./use-sessions.js";

/** @typedef {import("./use-family.js").Line} Line */

/** @returns {{value: string, label: string}[]} */
const filters = () => [
  { value: "", label: t("All") },
  { value: "waiting", label: t("Needs me") },
  { value: "running", label: t("Working") },
  { value: "failed", label: t("Failed") },
  { value: "closed", label: t("Closed") },
];

const begin = () => {
  overlay.value = "new-session";
};

/**
 * Every session, live.
 * @param {{address: import("../../types/state").Address, focused: boolean}} props
 */
export default function Sessions({ address, focused }) {
  const { q = "", status = "" } = address.params;
  const { rows, counts, found, more } = useSessions(q, status);
  const { lines, toggle } = useFamily(rows, counts);
  const walk = useWalk(lines, focused, toggle);
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, {
        label: t("Filter sessions"),
        placeholder: t("Name, agent or text"),
        value: q,
        onChange: (text) => setParams(address, { q: text }),
      }),
      h(ImportButton, null),
      h(Button, { icon: "square-pen", run: begin }, t("New")),
    ),
    h(Filters, {
      options: filters(),
      value: status,
      onChange: (value) => setParams(address, { status: value }),
    }),
    h(
      "p",
      { class: "visually-hidden", role: "status" },
      tn("{count} session", "{count} sessions", rows.length),
    ),
    found.error && rows.length > 0 && h(Partial, { found }),
    h(List, { lines, toggle, found, walk, filtered: Boolean(q || status), more }),
  );
}

/**
 * The selected row, and the keys that move it, fold and unfold.
 * @param {Line[]} rows @param {boolean} focused
 * @param {(id: string, wanted?: boolean) => void} toggle
 */
function useWalk(rows, focused, toggle) {
  const [at, setAt] = useState(0);
  const [pull, setPull] = useState(0);
  useEffect(() => {
    if (at >= rows.length) setAt(Math.max(0, rows.length - 1));
  }, [rows.length]);
  const go = (/** @type {number} */ by) => () => {
    setAt(Math.min(Math.max(at + by, 0), rows.length - 1));
    setPull(pull + 1);
  };
  useKeys(focused, {
    j: go(1),
    ArrowDown: go(1),
    k: go(-1),
    ArrowUp: go(-1),
    ArrowRight: () => rows[at] && toggle(rows[at].session.id, true),
    ArrowLeft: () => rows[at] && toggle(rows[at].session.id, false),
    Enter: () => rows[at] && openWindow(`session.${rows[at].session.id}`),
  });
  return { at, setAt, pull };
}

/** What is here is shown; what is missing is said. @param {{found: any}} props */
const Partial = ({ found }) =>
  h(
    "p",
    { class: "notice failed pane-notice" },
    t("Older sessions could not be read: {why}", { why: found.error.title }),
    h(Button, { small: true, run: found.reload }, t("Try again")),
  );

/**
 * @param {{lines: Line[], toggle: (id: string) => void, found: any, walk: ReturnType<typeof useWalk>, filtered: boolean,
 *   more: (() => Promise<void>) | null}} props
 */
function List({ lines: rows, toggle, found, walk, filtered, more }) {
  if (rows.length === 0 && found.loading) return h(Loading, null);
  if (rows.length === 0 && found.error) {
    return h(Failure, { error: found.error, retry: found.reload });
  }
  if (rows.length === 0) return filtered ? h(NoMatch, null) : h(NoSessions, null);
  const older = () => {
    more?.().catch(report);
  };
  return h(RowList, {
    items: rows,
    height: phone.value ? 64 : 52,
    keyOf: (line) => line.session.id,
    label: t("Sessions"),
    selected: walk.at,
    pull: walk.pull,
    onSelect: walk.setAt,
    render: (line, at) =>
      h(SessionRow, {
        session: line.session,
        selected: at === walk.at,
        family: { ...line, toggle: () => toggle(line.session.id) },
      }),
    after:
      more &&
      h("div", { class: "more" }, h(Button, { kind: "quiet", run: older }, t("Show older"))),
  });
}

const NoMatch = () =>
  h(
    Empty,
    { icon: "search", title: t("Nothing fits this filter") },
    t("Try other words, or show all sessions."),
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
