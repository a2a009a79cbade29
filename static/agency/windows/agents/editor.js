import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { closeWindow, openWindow, replaceWindow, setParams } from "../../desktop/open.js";
import { deleteRecord } from "../../intents/delete_record.js";
import { launchSession } from "../../intents/launch_session.js";
import { saveAgent } from "../../intents/save_agent.js";
import { Confirm } from "../../ui/dialog.js";
import { Checkbox, Select, TextArea, TextField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { SaveBar } from "../../ui/save-bar.js";
import { Empty } from "../../ui/states.js";
import { Tabs } from "../../ui/tabs.js";
import { useDraft } from "../../ui/use-draft.js";
import { asOptions } from "../sessions/new-session.js";
import { PolicyTable } from "../tools/policies.js";

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
  version: undefined,
};
const FIELDS = [
  "name",
  "aliases",
  "role",
  "focus",
  "system_prompt",
  "greeting",
  "model_id",
  "mode_id",
  "tools",
  "limits",
  "enabled",
];

/** One agent, to read and to change. @param {{id: string, address: import("../../types/state").Address}} props */
export function AgentEditor({ id, address }) {
  const isNew = id === "new";
  const agent = isNew ? BLANK : store.agents.value.get(id);
  if (!agent)
    return h(
      Empty,
      { icon: "bot", title: t("There is no such agent") },
      t("It was deleted, or it belongs to another workspace."),
    );
  return h(Form, { key: id, agent, isNew, address });
}

/** @param {{agent: any, isNew: boolean, address: import("../../types/state").Address}} props */
function Form({ agent, isNew, address }) {
  const tab = address.params.tab ?? "who";
  const draft = useDraft({
    name: `agent.${agent.id ?? "new"}`,
    record: agent,
    fields: FIELDS,
    save: async (record) => {
      const saved = await saveAgent(
        isNew ? { ...record, workspace_id: [...store.workspaces.peek().keys()][0] } : record,
      );
      if (isNew) replaceWindow("agents.new", `agents.${saved.id}`);
      return saved;
    },
  });
  const tabs = [
    { value: "who", label: t("Agent") },
    { value: "how", label: t("Model and limits") },
    ...(isNew ? [] : [{ value: "tools", label: t("Tools and policies") }]),
  ];
  return h(
    "div",
    { class: "pane" },
    h(Tabs, {
      label: t("Parts of the agent"),
      tabs,
      value: tab,
      onChange: (next) => setParams(address, { tab: next }),
    }),
    h(
      "form",
      {
        class: "pane scroll form",
        onSubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          draft.commit();
        },
        onKeyDown: (/** @type {KeyboardEvent} */ event) => {
          if ((event.ctrlKey || event.metaKey) && event.key === "s") {
            event.preventDefault();
            draft.commit();
          }
        },
      },
      tab === "who" && h(Who, { draft }),
      tab === "how" && h(How, { draft }),
      tab === "tools" && h(PolicyTable, { agentId: agent.id }),
      tab === "who" && !isNew && h(Danger, { agent }),
    ),
    tab !== "tools" && h(SaveBar, { draft, create: isNew, extra: !isNew && h(Try, { agent }) }),
  );
}

/** @param {{draft: import("../../ui/use-draft.js").Draft}} props */
function Who({ draft }) {
  const { value, set, problems } = draft;
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "pair" },
      h(TextField, {
        label: t("Name"),
        value: value.name,
        onChange: set("name"),
        problem: problems.name,
        required: true,
        maxLength: 120,
      }),
      h(TextField, {
        label: t("Also called"),
        hint: t("Other names after @, separated by commas."),
        value: (value.aliases ?? []).join(", "),
        problem: problems.aliases,
        onChange: (text) =>
          set("aliases")(
            text
              .split(",")
              .map((one) => one.trimStart())
              .filter((one, at, all) => one || at === all.length - 1),
          ),
        onBlur: () =>
          set("aliases")(
            (value.aliases ?? []).map((/** @type {string} */ one) => one.trim()).filter(Boolean),
          ),
      }),
    ),
    h(TextField, {
      label: t("Role"),
      hint: t("One line that people and other agents read."),
      value: value.role,
      onChange: set("role"),
      problem: problems.role,
    }),
    h(TextField, {
      label: t("Focus"),
      value: value.focus,
      onChange: set("focus"),
      problem: problems.focus,
    }),
    h(TextArea, {
      label: t("System prompt"),
      hint: t("What the agent is told before every turn, after the workspace's own prompt."),
      rows: 12,
      code: true,
      value: value.system_prompt,
      onChange: set("system_prompt"),
      problem: problems.system_prompt,
    }),
    h(TextArea, {
      label: t("Greeting"),
      hint: t("Said first in a new session; empty says nothing."),
      rows: 2,
      value: value.greeting,
      onChange: set("greeting"),
      problem: problems.greeting,
    }),
  );
}

/** @param {{draft: import("../../ui/use-draft.js").Draft}} props */
function How({ draft }) {
  const { value, set, problems } = draft;
  const limit = (/** @type {string} */ name) => (/** @type {string} */ text) => {
    const { [name]: _old, ...rest } = value.limits ?? {};
    set("limits")(text === "" ? rest : { ...rest, [name]: Number(text) });
  };
  const number = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {string} */ hint,
  ) =>
    h(TextField, {
      label,
      hint,
      type: "number",
      min: 0,
      value: value.limits?.[name],
      onChange: limit(name),
      problem: problems[`limits.${name}`],
    });
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "pair" },
      h(Select, {
        label: t("Model"),
        empty: t("As the workspace says"),
        value: value.model_id,
        options: asOptions(store.models.value),
        onChange: (id) => set("model_id")(id || null),
        problem: problems.model_id,
      }),
      h(Select, {
        label: t("Mode"),
        empty: t("None"),
        value: value.mode_id,
        options: asOptions(store.resource("mode").value),
        onChange: (id) => set("mode_id")(id || null),
        problem: problems.mode_id,
      }),
    ),
    h(
      "div",
      { class: "pair" },
      number("steps", t("Steps of a turn"), t("Model calls before a person is asked.")),
      number(
        "approval_seconds",
        t("Approvals wait, seconds"),
        t("Then they are denied. Empty: 600."),
      ),
    ),
    problems.limits && h("p", { class: "problem" }, problems.limits),
    h(Checkbox, {
      label: t("In use"),
      hint: t("An agent that is off starts nothing new."),
      checked: value.enabled,
      onChange: set("enabled"),
    }),
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
  return h(
    "button",
    { type: "button", class: "button", onClick: begin },
    h(Icon, { name: "message-square" }),
    t("Try it"),
  );
}

/** @param {{agent: any}} props */
function Danger({ agent }) {
  const [asking, setAsking] = useState(false);
  const remove = () => {
    deleteRecord("agent", agent.id).then(() => closeWindow(`agents.${agent.id}`), report);
  };
  return h(
    "div",
    { class: "form-danger" },
    h(
      "button",
      { type: "button", class: "button danger", onClick: () => setAsking(true) },
      h(Icon, { name: "trash-2" }),
      t("Delete agent…"),
    ),
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
