import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { saveWorkspace } from "../../intents/save_workspace.js";
import { Select, TextArea, TextField } from "../../ui/fields.js";
import { SaveBar } from "../../ui/save-bar.js";
import { useDraft } from "../../ui/use-draft.js";
import { asOptions } from "../sessions/choices.js";
import { isOwner, OwnersOnly } from "./roles.js";

const FIELDS = ["name", "system_prompt", "default_model_id"];

/**
 * What every session of the workspace follows unless it, or its agent, says otherwise.
 * @param {{workspace: any}} props
 */
export function WorkspaceTab({ workspace }) {
  const name = `workspace.${workspace.id}`;
  const draft = useDraft({ name, record: workspace, fields: FIELDS, save: saveWorkspace });
  const { field } = draft;
  const disabled = !isOwner(workspace);
  const prompt = {
    label: t("System prompt"),
    hint: t("Told to every agent of the workspace, before its own."),
  };
  return [
    h(
      "div",
      { class: "pane scroll form", key: "form" },
      disabled && h(OwnersOnly, null),
      h(
        "div",
        { class: "pair" },
        h(TextField, { label: t("Name"), disabled, ...field("name") }),
        h(DefaultModel, { workspace, draft, disabled }),
      ),
      h(TextArea, { ...prompt, rows: 14, code: true, disabled, ...field("system_prompt") }),
    ),
    !disabled && h(SaveBar, { draft, key: "bar" }),
  ];
}

/** @param {{workspace: any, draft: import("../../ui/use-draft.js").Draft, disabled: boolean}} props */
function DefaultModel({ workspace, draft, disabled }) {
  const { onChange, ...rest } = draft.field("default_model_id");
  const model = workspace.environment_model;
  return h(Select, {
    label: t("Default model"),
    empty: t("The first that works"),
    options: asOptions(store.models.value),
    disabled,
    hint: model && t("The environment asks for {model}, which comes first.", { model }),
    onChange: (id) => onChange(id || null),
    ...rest,
  });
}
