import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { closeWindow, openWindow, replaceWindow, setParams } from "../../desktop/open.js";
import { deleteRecord } from "../../intents/delete_record.js";
import { launchSession } from "../../intents/launch_session.js";
import { saveAgent } from "../../intents/save_agent.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { SaveBar } from "../../ui/save-bar.js";
import { Empty } from "../../ui/states.js";
import { Tabs } from "../../ui/tabs.js";
import { useDraft } from "../../ui/use-draft.js";
import { PolicyTable } from "../tools/policies.js";
import { How, Who } from "./fields.js";

const BLANK = {
  name: "",
  aliases: [],
  role: "",
  focus: "",
  system_prompt: "",
  greeting: "",
  model_id: null,
  mode_id: null,
  tools: null,
  limits: {},
  enabled: true,
};
const FIELDS = Object.keys(BLANK);

/**
 * One agent, to read and to change.
 * @param {{id: string, address: import("../../types/state").Address}} props
 */
export function AgentEditor({ id, address }) {
  const agent = id === "new" ? BLANK : store.agents.value.get(id);
  if (agent) return h(Form, { key: id, agent, address });
  return h(
    Empty,
    { icon: "bot", title: t("There is no such agent") },
    t("It was deleted, or it belongs to another workspace."),
  );
}

/** @param {any} record */
async function save(record) {
  if (record.id) return saveAgent(record);
  const [workspace] = store.workspaces.peek().keys();
  const made = await saveAgent({ ...record, workspace_id: workspace });
  replaceWindow("agents.new", `agents.${made.id}`);
  return made;
}

/** @param {{agent: any, address: import("../../types/state").Address}} props */
function Form({ agent, address }) {
  const isNew = !agent.id;
  const tab = address.params.tab ?? "who";
  const name = `agent.${agent.id ?? "new"}`;
  const draft = useDraft({ name, record: agent, fields: FIELDS, save });
  const tabs = [
    { value: "who", label: t("Agent") },
    { value: "how", label: t("Model and limits") },
    ...(isNew ? [] : [{ value: "tools", label: t("Tools and policies") }]),
  ];
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    draft.commit();
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") submit(event);
  };
  const label = t("Parts of the agent");
  const turn = (/** @type {string} */ next) => setParams(address, { tab: next });
  return h(
    "div",
    { class: "pane" },
    h(Tabs, { label, tabs, value: tab, onChange: turn }),
    h(
      "form",
      { class: "pane scroll form", onSubmit: submit, onKeyDown },
      tab === "who" && h(Who, { draft }),
      tab === "how" && h(How, { draft }),
      tab === "tools" && h(PolicyTable, { agentId: agent.id }),
      tab === "who" && !isNew && h(Danger, { agent }),
    ),
    tab !== "tools" && h(SaveBar, { draft, create: isNew, extra: !isNew && h(Try, { agent }) }),
  );
}

/** @param {{agent: any}} props */
function Try({ agent }) {
  const begin = async () => {
    try {
      const session = await launchSession({ agent_id: agent.id });
      openWindow(`session.${session.id}`);
    } catch (error) {
      report(error);
    }
  };
  return h(Button, { icon: "message-square", run: begin }, t("Try it"));
}

/** @param {{agent: any}} props */
function Danger({ agent }) {
  const [asking, setAsking] = useState(false);
  const remove = () => {
    deleteRecord("agent", agent.id).then(() => closeWindow(`agents.${agent.id}`), report);
  };
  const ask = { kind: "danger", icon: "trash-2", run: () => setAsking(true) };
  return h(
    "div",
    { class: "form-danger" },
    h(Button, ask, t("Delete agent…")),
    asking &&
      h(Confirm, {
        title: t("Delete {name}?", { name: agent.name }),
        confirm: t("Delete"),
        onClose: () => setAsking(false),
        onConfirm: remove,
        text: t("Its sessions stay and can be read; nothing new can be asked of it."),
      }),
  );
}
