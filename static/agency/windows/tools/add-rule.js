import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { savePolicy } from "../../intents/save_policy.js";
import { Dialog } from "../../ui/dialog.js";
import { Select, TextField } from "../../ui/fields.js";
import { outcomeWords, scopeWords } from "./rules.js";

/** @typedef {import("./rules.js").Policy} Policy */

/** @param {{fixed?: Record<string, string>, tool?: string, onClose: () => void, onDone: () => void}} props */
export function AddRule({ fixed, tool = "", onClose, onDone }) {
  const [form, setForm] = useState({
    scope: fixed?.scope ?? "workspace",
    subject: "",
    pattern: tool,
    outcome: "allow",
    argument: "",
    ...fixed,
  });
  const [error, setError] = useState(/** @type {any} */ (null));
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    setForm({ ...form, [name]: value });
  const subjects =
    form.scope === "agent"
      ? [...store.agents.value.values()]
      : [...store.sessions.value.values()].map((row) => row.value);
  const save = async () => {
    const scope = fixed ?? scopeOf(form.scope, form.subject);
    try {
      await savePolicy({
        ...scope,
        pattern: form.pattern.trim(),
        outcome: form.outcome,
        argument: form.argument.trim() || null,
      });
      onDone();
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  const problems = error?.errors ?? {};
  return h(
    Dialog,
    {
      title: t("Add a rule"),
      onClose,
      onSubmit: save,
      footer: h(
        "button",
        {
          type: "submit",
          class: "button primary",
          disabled: !form.pattern.trim() || (!fixed && form.scope !== "workspace" && !form.subject),
        },
        t("Add"),
      ),
    },
    error &&
      Object.keys(problems).length === 0 &&
      h("p", { class: "notice failed", role: "alert" }, error.detail || error.title),
    !fixed &&
      h(
        "div",
        { class: "pair" },
        h(Select, {
          label: t("Holds for"),
          value: form.scope,
          onChange: (scope) => setForm({ ...form, scope, subject: "" }),
          options: ["workspace", "agent", "session"].map((value) => ({
            value,
            label: scopeWords(value),
          })),
          problem: problems.scope,
        }),
        form.scope !== "workspace" &&
          h(Select, {
            label: scopeWords(form.scope),
            empty: t("Choose…"),
            value: form.subject,
            onChange: set("subject"),
            options: subjects.map((one) => ({ value: one.id, label: one.name || t("Untitled") })),
            problem: problems.agent_id ?? problems.session_id,
          }),
      ),
    h(
      "div",
      { class: "pair" },
      h(TextField, {
        label: t("Tool"),
        hint: t("A name, or a pattern such as mcp__mail__*."),
        value: form.pattern,
        onChange: set("pattern"),
        problem: problems.pattern,
        autofocus: true,
      }),
      h(Select, {
        label: t("Then"),
        value: form.outcome,
        onChange: set("outcome"),
        options: ["allow", "ask", "deny"].map((value) => ({ value, label: outcomeWords(value) })),
        problem: problems.outcome,
      }),
    ),
    h(TextField, {
      label: t("Only for this argument"),
      hint: t("A command, path or address; empty means any."),
      value: form.argument,
      onChange: set("argument"),
      problem: problems.argument,
    }),
    h(
      "p",
      { class: "dim small" },
      t(
        "A deny anywhere wins. Otherwise the session's rule comes before the agent's, and that before the workspace's.",
      ),
    ),
  );
}

/** @param {string} scope @param {string} subject @returns {Record<string, string>} */
function scopeOf(scope, subject) {
  if (scope === "agent") return { scope, agent_id: subject };
  if (scope === "session") return { scope, session_id: subject };
  return { scope, workspace_id: [...store.workspaces.peek().keys()][0] ?? "" };
}
