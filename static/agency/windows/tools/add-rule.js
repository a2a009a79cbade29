import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { savePolicy } from "../../intents/save_policy.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { Select, TextField } from "../../ui/fields.js";
import { Refusal } from "../../ui/refusal.js";
import { outcomeWords, scopeWords } from "./rules.js";

/**
 * A rule about a tool: for whom, which tool, what then.
 * @param {{fixed?: Record<string, string>, tool?: string, onClose: () => void,
 *   onDone: () => void}} props `fixed` is a scope that cannot be chosen
 */
export function AddRule({ fixed, tool = "", onClose, onDone }) {
  const blank = { scope: "workspace", subject: "", pattern: tool, outcome: "allow", argument: "" };
  const [form, setForm] = useState(blank);
  const [error, setError] = useState(/** @type {any} */ (null));
  const save = async () => {
    const scope = fixed ?? scopeOf(form.scope, form.subject);
    const { outcome } = form;
    const [pattern, argument] = [form.pattern.trim(), form.argument.trim() || null];
    try {
      await savePolicy({ ...scope, pattern, outcome, argument });
      onDone();
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  const whose = fixed || form.scope === "workspace" || form.subject;
  const ready = form.pattern.trim() && whose;
  const add = h(Button, { type: "submit", kind: "primary", disabled: !ready }, t("Add"));
  const field = (/** @type {"scope" | "subject" | "pattern" | "outcome" | "argument"} */ name) => ({
    value: form[name],
    onChange: (/** @type {string} */ value) => setForm({ ...form, [name]: value }),
    problem: error?.errors?.[name],
  });
  return h(
    Dialog,
    { title: t("Add a rule"), onClose, onSubmit: save, footer: add },
    h(Refusal, { error }),
    !fixed && h(Whose, { form, setForm, field }),
    h(What, { field }),
  );
}

/** @param {string} scope */
const subjectsOf = (scope) =>
  scope === "agent"
    ? [...store.agents.value.values()]
    : [...store.sessions.value.values()].map((row) => row.value);

/** @param {{form: any, setForm: (form: any) => void, field: (name: any) => any}} props */
function Whose({ form, setForm, field }) {
  const scopes = ["workspace", "agent", "session"];
  const chosen = {
    ...field("scope"),
    onChange: (/** @type {string} */ scope) => setForm({ ...form, scope, subject: "" }),
    options: scopes.map((value) => ({ value, label: scopeWords(value) })),
  };
  const subjects = subjectsOf(form.scope).map((one) => ({
    value: one.id,
    label: one.name || t("New session"),
  }));
  return h(
    "div",
    { class: "pair" },
    h(Select, { label: t("Holds for"), ...chosen }),
    form.scope !== "workspace" &&
      h(Select, {
        label: scopeWords(form.scope),
        empty: t("Choose…"),
        options: subjects,
        ...field("subject"),
      }),
  );
}

/** @param {{field: (name: any) => any}} props */
function What({ field }) {
  const outcomes = ["allow", "ask", "deny"].map((value) => ({ value, label: outcomeWords(value) }));
  const tool = { label: t("Tool"), hint: t("A name, or a pattern such as mcp__mail__*.") };
  const argument = {
    label: t("Only for this argument"),
    hint: t("A command, path or address; empty means any."),
  };
  const order = t(
    "A deny anywhere wins. Otherwise the session's rule comes before the agent's, and that before the workspace's.",
  );
  return [
    h(
      "div",
      { class: "pair", key: "what" },
      h(TextField, { ...tool, autofocus: true, ...field("pattern") }),
      h(Select, { label: t("Then"), options: outcomes, ...field("outcome") }),
    ),
    h(TextField, { key: "argument", ...argument, ...field("argument") }),
    h("p", { key: "order", class: "dim small" }, order),
  ];
}

/** @param {string} scope @param {string} subject @returns {Record<string, string>} */
function scopeOf(scope, subject) {
  if (scope === "agent") return { scope, agent_id: subject };
  if (scope === "session") return { scope, session_id: subject };
  return { scope, workspace_id: [...store.workspaces.peek().keys()][0] ?? "" };
}
