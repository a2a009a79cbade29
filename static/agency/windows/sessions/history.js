import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { openWindow } from "../../desktop/open.js";
import { phone } from "../../desktop/size.js";
import { useWalk } from "../../desktop/use-walk.js";
import { resumeSession } from "../../intents/resume_session.js";
import { api } from "../../net/api.js";
import { Button } from "../../ui/button.js";
import { RowList } from "../../ui/row-list.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { useLoad } from "../../ui/use-load.js";
import { SessionRow } from "./row.js";

/**
 * @typedef {import("../../types/api").Session} Session
 * @typedef {{sessions: Session[], total: number, has_more: boolean, total_is_estimate: boolean}} Page
 */

const PAGE = 100;
const DEEPEST = 10_000;
const SETTLE_MS = 180;

/** @param {string} q @param {number} offset @param {AbortSignal} [signal] @returns {Promise<Page>} */
async function read(q, offset, signal) {
  const query = { q: q.trim() || undefined, limit: PAGE, offset };
  const page = await api.get("/api/history/", { signal, query });
  store.addSessions(page.sessions);
  return page;
}

/** The history page by page, those that were deleted meanwhile left out. @param {string} q */
function useHistory(q) {
  const loaded = useLoad(
    async (signal) => {
      if (q) await new Promise((go) => setTimeout(go, SETTLE_MS));
      signal.throwIfAborted();
      return read(q, 0, signal);
    },
    [q],
  );
  const [busy, setBusy] = useState(false);
  const page = loaded.value;
  const more = async () => {
    if (!page?.has_more || busy || page.sessions.length >= DEEPEST) return;
    setBusy(true);
    try {
      const next = await read(q, page.sessions.length);
      loaded.set({ ...next, sessions: [...page.sessions, ...next.sessions] });
    } catch (error) {
      report(error);
    }
    setBusy(false);
  };
  const known = store.sessions.value;
  const [deleted, setDeleted] = useState(/** @type {Set<string>} */ (new Set()));
  useEffect(
    () =>
      store.listen((frame) => {
        const id = frame.event === "session_deleted" && frame.data?.session_id;
        if (id) setDeleted((before) => new Set(before).add(id));
      }),
    [],
  );
  const rows = (page?.sessions ?? [])
    .filter((row) => !deleted.has(row.id))
    .map((row) => known.get(row.id)?.value ?? row);
  return { ...loaded, rows, more };
}

/** How many there are, as far as it is known. @param {Page} page */
function totalWords({ total, total_is_estimate }) {
  const count = new Intl.NumberFormat().format(total);
  if (total_is_estimate) return t("1,000+ sessions, about {count}", { count });
  return t("{count} sessions", { count });
}

/** Closed and live ones, newest first, to be opened again or deleted. @param {{address: import("../../types/state").Address, focused: boolean}} props */
export function History({ address, focused }) {
  const { q = "" } = address.params;
  const { value, error, loading, reload, rows, more } = useHistory(q);
  const open = (/** @type {number} */ at) => rows[at] && openWindow(`session.${rows[at].id}`);
  const walk = useWalk(rows.length, focused, { open, atEnd: more });
  if (error && !value) return h(Failure, { error, retry: reload });
  if (!value) return h(Loading, null);
  if (rows.length === 0) return loading ? h(Loading, null) : h(Nothing, { isFiltered: q !== "" });
  return [
    h("p", { class: "list-total small dim", role: "status", key: "total" }, totalWords(value)),
    h(RowList, {
      key: "rows",
      items: rows,
      height: phone.value ? 64 : 52,
      keyOf: (session) => session.id,
      label: t("History of sessions"),
      selected: walk.at,
      pull: walk.pull,
      onSelect: walk.setAt,
      onNearEnd: more,
      render: (session, at) =>
        h(SessionRow, { session, selected: at === walk.at, action: h(Reopen, { session }) }),
      after:
        value.has_more &&
        h("div", { class: "more" }, h(Button, { kind: "quiet", run: more }, t("Show older"))),
    }),
  ];
}

/** @param {{session: Session}} props */
function Reopen({ session }) {
  if (!session.closed_at) return null;
  const resume = () => {
    resumeSession(session.id).then(() => openWindow(`session.${session.id}`), report);
  };
  return h(Button, { small: true, icon: "undo-2", run: resume }, t("Open again"));
}

/** @param {{isFiltered: boolean}} props */
const Nothing = ({ isFiltered }) =>
  h(
    Empty,
    { icon: "history", title: isFiltered ? t("No session has these words") : t("No history yet") },
    t("Sessions that were closed stay here, with all they said and did."),
  );
