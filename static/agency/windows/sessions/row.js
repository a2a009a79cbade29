import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { waitWords } from "../../core/plain-words.js";
import { money } from "../../core/time.js";
import { report } from "../../desktop/commands.js";
import { closeWindow, openWindow } from "../../desktop/open.js";
import { waitingBySession, waitingInOrder } from "../../desktop/waiting.js";
import { closeSession } from "../../intents/close_session.js";
import { deleteSession } from "../../intents/delete_session.js";
import { renameSession } from "../../intents/rename_session.js";
import { resumeSession } from "../../intents/resume_session.js";
import { Confirm, Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { Menu } from "../../ui/menu.js";
import { Time } from "../../ui/time.js";
import { copyItems } from "./copies.js";
import { statusOf } from "./status.js";

/** @typedef {import("../../types/api").Session} Session */

/**
 * One line of a list of sessions; `family` says where it stands among those that it began.
 * @param {{session: Session, selected?: boolean, action?: any,
 *   family?: import("./use-family.js").Line & {toggle: () => void}}} props
 */
export function SessionRow({ session, selected = false, family, action }) {
  const waiting = waitingBySession.value.get(session.id) ?? 0;
  const status = statusOf(session, waiting);
  const words = waiting > 0 ? reasonOf(session.id, waiting) : status.words;
  const loud = status.look === "waiting" || status.look === "failed" || status.look === "working";
  return h(
    "div",
    {
      class: "session-row",
      style: family?.level ? { paddingInlineStart: `${family.level * 24}px` } : undefined,
    },
    family && h(Unfold, { session, family }),
    h(
      "button",
      {
        type: "button",
        class: "session-row-open",
        "data-row-focus": true,
        tabIndex: selected ? 0 : -1,
        onClick: () => openWindow(`session.${session.id}`),
      },
      h("span", { class: `dot ${status.look}`, "aria-hidden": "true" }),
      h(
        "span",
        { class: "session-row-text" },
        h("span", { class: "truncate session-row-name" }, session.name || t("New session")),
        h(
          "span",
          { class: "truncate dim small" },
          session.agent_name ?? t("No agent"),
          h(
            "span",
            { class: loud ? `session-row-status is-${status.look}` : "visually-hidden" },
            ` · ${words}`,
          ),
        ),
      ),
      family?.cost !== undefined &&
        family.level > 0 &&
        h("span", { class: "dim small num" }, money(family.cost)),
      h(Time, { at: session.updated_at, class: "dim small num" }),
    ),
    action,
    h(SessionMenu, { session }),
  );
}

/** What a session waits for: the most pressing question in words. @param {string} id @param {number} count */
function reasonOf(id, count) {
  const first = waitingInOrder.value.find((one) => one.session_id === id);
  const words = first ? waitWords(first) : t("Waits for an answer");
  return count > 1 ? t("{reason} (and {n} more)", { reason: words, n: count - 1 }) : words;
}

/** @param {{session: Session, family: {isParent: boolean, isOpen: boolean, toggle: () => void}}} props */
function Unfold({ session, family: { isParent, isOpen, toggle } }) {
  if (!isParent) return h("span", { class: "session-unfold" });
  const name = session.name || t("New session");
  return h(
    "button",
    {
      type: "button",
      class: "session-unfold",
      tabIndex: -1,
      "aria-expanded": String(isOpen),
      "aria-label": t("Sub-agents of {name}", { name }),
      onClick: toggle,
    },
    h(Icon, { name: isOpen ? "chevron-down" : "chevron-right", size: 14 }),
  );
}

/** @param {{session: Session}} props */
function SessionMenu({ session }) {
  const [dialog, setDialog] = useState(/** @type {"rename" | "delete" | null} */ (null));
  const leave = () => setDialog(null);
  const act = (/** @type {() => Promise<any>} */ intent) => () => {
    intent().catch(report);
  };
  const items = [
    { label: t("Rename"), icon: "pencil", run: () => setDialog("rename") },
    session.closed_at
      ? { label: t("Open again"), icon: "undo-2", run: act(() => resumeSession(session.id)) }
      : { label: t("Close"), icon: "archive", run: act(() => closeSession(session.id)) },
    { separator: true, label: "" },
    ...copyItems(session.id),
    { separator: true, label: "" },
    { label: t("Delete…"), icon: "trash-2", danger: true, run: () => setDialog("delete") },
  ];
  return [
    h(Menu, {
      key: "m",
      label: t("More for {name}", { name: session.name || t("New session") }),
      icon: "ellipsis",
      items,
    }),
    dialog === "rename" && h(Rename, { key: "r", session, onClose: leave }),
    dialog === "delete" &&
      h(Confirm, {
        key: "d",
        title: t("Delete this session?"),
        confirm: t("Delete"),
        onClose: leave,
        text: t(
          "“{name}” goes with all its branches and files, for everyone who sees it. This cannot be undone.",
          { name: session.name || t("New session") },
        ),
        onConfirm: act(async () => {
          await deleteSession(session.id);
          closeWindow(`session.${session.id}`);
        }),
      }),
  ];
}

/** @param {{session: Session, onClose: () => void}} props */
function Rename({ session, onClose }) {
  const [name, setName] = useState(session.name);
  const save = () => {
    renameSession(session.id, name.trim()).then(onClose, report);
  };
  return h(
    Dialog,
    {
      title: t("Rename session"),
      onClose,
      onSubmit: save,
      footer: h(
        "button",
        { type: "submit", class: "button primary", disabled: !name.trim() },
        t("Rename"),
      ),
    },
    h(TextField, { label: t("Name"), value: name, onChange: setName, maxLength: 200 }),
  );
}
