import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { saveWorkspace } from "../../intents/save_workspace.js";
import { Select, TextArea, TextField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { SaveBar } from "../../ui/save-bar.js";
import { useDraft } from "../../ui/use-draft.js";
import { asOptions } from "../sessions/new-session.js";
import { isOwner } from "./index.js";

/** What every session of the workspace follows unless it, or its agent, says otherwise. @param {{workspace: any}} props */
export function WorkspaceTab({ workspace }) {
  const draft = useDraft({
    name: `workspace.${workspace.id}`,
    record: workspace,
    fields: ["name", "system_prompt", "default_model_id"],
    save: saveWorkspace,
  });
  const { value, set, problems } = draft;
  const locked = !isOwner(workspace);
  return [
    h(
      "div",
      { class: "pane scroll form", key: "form" },
      locked &&
        h(
          "p",
          { class: "notice" },
          h(Icon, { name: "lock" }),
          t("Only owners of the workspace can change this."),
        ),
      h(
        "div",
        { class: "pair" },
        h(TextField, {
          label: t("Name"),
          value: value.name,
          onChange: set("name"),
          problem: problems.name,
          disabled: locked,
        }),
        h(Select, {
          label: t("Default model"),
          empty: t("The first that works"),
          value: value.default_model_id,
          options: asOptions(store.models.value),
          disabled: locked,
          onChange: (id) => set("default_model_id")(id || null),
          problem: problems.default_model_id,
          hint: workspace.environment_model
            ? t("The environment asks for {model}, which comes first.", {
                model: workspace.environment_model,
              })
            : undefined,
        }),
      ),
      h(TextArea, {
        label: t("System prompt"),
        hint: t("Told to every agent of the workspace, before its own."),
        rows: 14,
        code: true,
        disabled: locked,
        value: value.system_prompt,
        onChange: set("system_prompt"),
        problem: problems.system_prompt,
      }),
    ),
    !locked && h(SaveBar, { draft, key: "bar" }),
  ];
}
