import { useState } from "preact/hooks";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { readChildren } from "../../intents/read_children.js";

/**
 * @typedef {import("../../types/api").Session} Session
 * @typedef {{session: Session, level: number, isParent: boolean, isOpen: boolean,
 *   cost: string | null | undefined}} Line
 */

/**
 * Sessions with those that they began below them, where a person unfolded them.
 * @param {Session[]} rows
 * @param {Map<string, number>} counts of children, as far as the server was asked
 */
export function useFamily(rows, counts) {
  const [open, setOpen] = useState(/** @type {Set<string>} */ (new Set()));
  const [costs, setCosts] = useState(/** @type {Map<string, any>} */ (new Map()));
  const byParent = childrenByParent();
  const isParent = (/** @type {string} */ id) => byParent.has(id) || (counts.get(id) ?? 0) > 0;
  const toggle = (/** @type {string} */ id, wanted = !open.has(id)) => {
    if (wanted === open.has(id) || !isParent(id)) return;
    const next = new Set(open);
    if (wanted) next.add(id);
    else next.delete(id);
    setOpen(next);
    if (wanted) read(id, setCosts).catch(report);
  };
  const shown = new Set(rows.map((row) => row.id));
  /** @type {(list: Session[], level: number) => Line[]} */
  const lines = (list, level) =>
    list.flatMap((session) => [
      {
        session,
        level,
        isParent: isParent(session.id),
        isOpen: open.has(session.id),
        cost: costs.get(session.id),
      },
      ...(open.has(session.id)
        ? lines(
            (byParent.get(session.id) ?? []).filter((child) => !shown.has(child.id)),
            level + 1,
          )
        : []),
    ]);
  return { lines: lines(rows, 0), toggle };
}

/** What the store holds of them, newest first. @returns {Map<string, Session[]>} */
function childrenByParent() {
  /** @type {Map<string, Session[]>} */
  const found = new Map();
  for (const { value: row } of store.sessions.value.values()) {
    if (!row.parent_id) continue;
    const list = found.get(row.parent_id);
    if (list) list.push(row);
    else found.set(row.parent_id, [row]);
  }
  for (const list of found.values()) list.sort((a, b) => b.created_at.localeCompare(a.created_at));
  return found;
}

/** @param {string} id @param {(change: (before: Map<string, any>) => Map<string, any>) => void} setCosts */
async function read(id, setCosts) {
  const children = await readChildren(id);
  store.addSessions(children);
  setCosts((before) => {
    const next = new Map(before);
    for (const one of children) next.set(one.id, one.usage.inclusive.cost_usd);
    return next;
  });
}
