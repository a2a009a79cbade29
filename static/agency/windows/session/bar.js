import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { openWindow } from "../../desktop/open.js";
import { closeSession } from "../../intents/close_session.js";
import { compactSession } from "../../intents/compact_session.js";
import { deleteSession } from "../../intents/delete_session.js";
import { renameSession } from "../../intents/rename_session.js";
import { resumeSession } from "../../intents/resume_session.js";
import { titleSession } from "../../intents/title_session.js";
import { updateSession } from "../../intents/update_session.js";
import { Confirm, Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { Menu } from "../../ui/menu.js";
import { copyItems } from "../sessions/copies.js";
import { isUnderWay } from "../sessions/status.js";
import { attempt } from "./attempt.js";
import { Cost, Meter } from "./meter.js";
import { useModel } from "./model.js";
import { togglePanel } from "./panel.js";

/** @typedef {import("../../types/state").Address} Address */

/** Who answers, with which model, in which mode, at what cost so far. @param {{address: Address}} props */
export function Bar({ address }) {
  const model = useModel();
  const session = model.session.value;
  const [dialog, setDialog] = useState(/** @type {string | null} */ (null));
  if (!session) return null;
  return h(
    "header",
    { class: "session-bar" },
    session.parent_id && h(ParentLink, { id: session.parent_id }),
    h("span", { class: "truncate agent-name" }, session.agent_name ?? t("No agent")),
    h(ModelChoice, null),
    h(ModeChoice, null),
    h("span", { class: "grow" }),
    h(Meter, { address }),
    h(Cost, { address }),
    h(Helpers, { address }),
    h(Branches, { address }),
    h(Menu, {
      label: t("Session"),
      icon: "ellipsis-vertical",
      items: () => commands(session, model, setDialog),
    }),
    dialog === "rename" && h(Rename, { session, onClose: () => setDialog(null) }),
    dialog === "delete" &&
      h(Confirm, {
        title: t("Delete this session?"),
        text: t(
          "Its messages, files and sub-agents are deleted for everybody. This cannot be undone.",
        ),
        confirm: t("Delete"),
        onConfirm: () => attempt(() => deleteSession(session.id), t("Not deleted")),
        onClose: () => setDialog(null),
      }),
  );
}

/** The session that began this one, as a way back. @param {{id: string}} props */
function ParentLink({ id }) {
  const name = store.sessions.value.get(id)?.value.name || t("Parent session");
  return h(
    "button",
    {
      type: "button",
      class: "chip parent-link",
      title: t("The session that began this one: {name}", { name }),
      onClick: () => openWindow(`session.${id}`),
    },
    h(Icon, { name: "corner-up-left", size: 14 }),
    h("span", { class: "truncate" }, name),
  );
}

/** The way to the sub-agents, once there is one. @param {{address: Address}} props */
function Helpers({ address }) {
  const children = [...useModel().children.value.values()];
  const isOpen = address.params.p === "children";
  if (children.length === 0 && !isOpen) return null;
  const isWorking = children.some(isUnderWay);
  const label = tn("{count} sub-agent", "{count} sub-agents", children.length);
  return h(
    "button",
    {
      type: "button",
      class: "chip bar-branches",
      "aria-pressed": String(isOpen),
      "aria-label": isWorking ? t("{label}, working", { label }) : label,
      title: label,
      onClick: () => togglePanel(address, "children"),
    },
    h(Icon, { name: "workflow", size: 14 }),
    h("span", null, children.length),
    isWorking && h("span", { class: "dot working" }),
  );
}

/** The way to the map of branches, once there is more than one. @param {{address: Address}} props */
function Branches({ address }) {
  const count = useModel().branches.value.filter((one) => !one.hidden).length;
  const isOpen = address.params.p === "branches";
  if (count < 2 && !isOpen) return null;
  const label = tn("{count} branch", "{count} branches", count);
  return h(
    "button",
    {
      type: "button",
      class: "chip bar-branches",
      "aria-pressed": String(isOpen),
      "aria-label": label,
      title: t("Map of branches"),
      onClick: () => togglePanel(address, "branches"),
    },
    h(Icon, { name: "git-branch", size: 14 }),
    h("span", null, count),
  );
}

/** @param {import("../../types/api").Session} session @param {import("./model.js").Model} model @param {(name: string) => void} setDialog */
function commands(session, model, setDialog) {
  const run = (/** @type {() => Promise<any>} */ act, /** @type {string} */ what) => () =>
    attempt(act, what);
  const last = model.lastRun.peek();
  return [
    { label: t("Rename"), icon: "pencil", run: () => setDialog("rename") },
    {
      label: t("Make a title from the first words"),
      icon: "sparkles",
      disabled: session.name_source === "person",
      run: run(() => titleSession(session.id), t("No title was made")),
    },
    {
      label: t("Summarise older messages"),
      icon: "fold-vertical",
      disabled: model.run.peek() !== null || Boolean(session.closed_at),
      run: run(() => compactSession(session.id), t("Not summarised")),
    },
    ...(last
      ? [
          {
            label: t("Timeline of the last run"),
            icon: "activity",
            run: () => openWindow({ kind: "run", subject: last.id, params: {} }),
          },
        ]
      : []),
    { label: "", separator: true },
    ...copyItems(session.id),
    { label: "", separator: true },
    session.closed_at
      ? {
          label: t("Resume"),
          icon: "play",
          run: run(() => resumeSession(session.id), t("Not resumed")),
        }
      : {
          label: t("Close"),
          icon: "archive",
          run: run(() => closeSession(session.id), t("Not closed")),
        },
    { label: t("Delete"), icon: "trash-2", danger: true, run: () => setDialog("delete") },
  ];
}

/** @param {{session: import("../../types/api").Session, onClose: () => void}} props */
function Rename({ session, onClose }) {
  const [name, setName] = useState(session.name);
  const save = async () => {
    if (await attempt(() => renameSession(session.id, name.trim()), t("Not renamed"))) onClose();
  };
  return h(
    Dialog,
    {
      title: t("Rename the session"),
      onClose,
      onSubmit: save,
      footer: [
        h("button", { key: "no", type: "button", class: "button", onClick: onClose }, t("Cancel")),
        h(
          "button",
          { key: "yes", type: "submit", class: "button primary", disabled: !name.trim() },
          t("Rename"),
        ),
      ],
    },
    h(TextField, { label: t("Name"), value: name, onChange: setName, maxLength: 120 }),
  );
}

function ModelChoice() {
  const model = useModel();
  const session = model.session.value;
  const chosen = model.model.value;
  if (!session) return null;
  const isDemo = chosen?.provider?.kind === "demo";
  const name = isDemo ? t("demo, no key") : (chosen?.model.name ?? t("no model"));
  const choose = (/** @type {string | null} */ id) => () =>
    attempt(() => updateSession(session.id, { model: id }), t("The model was not changed"));
  const items = () => [
    {
      label: t("Follow the agent's default"),
      checked: !session.overrides?.model,
      run: choose(null),
    },
    { label: "", separator: true },
    ...[...store.models.value.values()]
      .filter((row) => row.workspace_id === session.workspace_id && row.enabled !== false)
      .map((row) => ({
        label: row.name,
        checked: session.overrides?.model === row.id,
        run: choose(row.id),
      })),
  ];
  return h(
    "span",
    { class: "choice" },
    h(Menu, {
      label: t("Model: {name}", { name }),
      text: h("span", { class: "truncate" }, name),
      items,
      align: "start",
      class: "chip",
    }),
    (isDemo || !chosen) &&
      h(
        "button",
        {
          type: "button",
          class: "button quiet small add-model",
          title: t("Add a real model"),
          onClick: () => openWindow("settings;tab=providers;add=1"),
        },
        h(Icon, { name: "key", size: 14 }),
        h("span", null, t("Add a real model")),
      ),
  );
}

function ModeChoice() {
  const session = useModel().session.value;
  const modes = [...store.modes.value.values()].filter(
    (row) => row.workspace_id === session?.workspace_id,
  );
  if (!session || modes.length === 0) return null;
  const now = store.modes.value.get(session.mode_id ?? "");
  const choose = (/** @type {string | null} */ id) => () =>
    attempt(() => updateSession(session.id, { mode: id }), t("The mode was not changed"));
  const items = () => [
    { label: t("Default mode"), checked: !now, run: choose(null) },
    ...modes.map((row) => ({ label: row.name, checked: row.id === now?.id, run: choose(row.id) })),
  ];
  const name = now?.name ?? t("Default mode");
  return h(Menu, {
    label: t("Mode: {name}", { name }),
    text: name,
    items,
    align: "start",
    class: "chip",
  });
}
