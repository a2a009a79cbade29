import { h } from "preact";
import { useRef, useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { report } from "../../desktop/commands.js";
import { openWindow } from "../../desktop/open.js";
import { duplicateSession } from "../../intents/duplicate_session.js";
import { exportSession } from "../../intents/export_session.js";
import { importSessions } from "../../intents/import_sessions.js";
import { Button } from "../../ui/button.js";
import { toast } from "../../ui/toast.js";

/** @typedef {import("../../types/api").Session} Session */

/**
 * What a menu of a session offers for taking it elsewhere.
 * @param {string} sessionId
 */
export const copyItems = (sessionId) => [
  { label: t("Duplicate"), icon: "copy", run: () => duplicate(sessionId) },
  { label: t("Export as JSON"), icon: "download", run: () => exportSession(sessionId, "json") },
  { label: t("Export as Markdown"), icon: "download", run: () => exportSession(sessionId, "md") },
];

/**
 * Copy a session and show the copy.
 * @param {string} sessionId @param {string} [upToMessage]
 */
export function duplicate(sessionId, upToMessage) {
  return duplicateSession(sessionId, { upToMessage }).then(show, report);
}

/** @param {Session} session */
const show = (session) => {
  openWindow(`session.${session.id}`);
};

/** Choose an exported file, and have its sessions. */
export function ImportButton() {
  const [isBusy, setBusy] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const take = async () => {
    const file = field.current?.files?.[0];
    if (!file) return;
    setBusy(true);
    await importSessions(file).then(told, report);
    setBusy(false);
    if (field.current) field.current.value = "";
  };
  return [
    h("input", {
      key: "file",
      ref: field,
      type: "file",
      accept: ".json,application/json",
      class: "visually-hidden",
      tabIndex: -1,
      "aria-label": t("File with exported sessions"),
      onChange: take,
    }),
    h(
      Button,
      { key: "button", kind: "quiet", disabled: isBusy, run: () => field.current?.click() },
      isBusy ? t("Importing…") : t("Import"),
    ),
  ];
}

/** @param {{sessions: Session[], notes: string[]}} made */
function told({ sessions, notes }) {
  const what = tn("{count} session imported", "{count} sessions imported", sessions.length);
  toast([what, ...notes.slice(0, 3)].join(". "), notes.length ? { kind: "error" } : {});
  if (sessions.length === 1) show(sessions[0]);
}
