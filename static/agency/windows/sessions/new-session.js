import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { openWindow } from "../../desktop/open.js";
import { launchSession } from "../../intents/launch_session.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { Select, TextArea, TextField } from "../../ui/fields.js";
import { Refusal } from "../../ui/refusal.js";
import { asOptions, firstAgent } from "./choices.js";

/**
 * Begin a session: with whom, how, where, and the first words.
 * @param {{onClose: () => void, agent?: string}} props
 */
export function NewSession({ onClose, agent }) {
  const blank = { agent_id: agent ?? firstAgent(), model: "", mode: "", folder: "", prompt: "" };
  const [form, setForm] = useState(blank);
  const [error, setError] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const launch = async () => {
    setBusy(true);
    setError(null);
    try {
      const given = Object.entries(form).filter(([, value]) => value.trim() !== "");
      const session = await launchSession(Object.fromEntries(given));
      onClose();
      openWindow(`session.${session.id}`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const begin = h(
    Button,
    { type: "submit", kind: "primary", disabled: busy },
    busy ? t("Opening…") : t("Begin"),
  );
  return h(
    Dialog,
    { title: t("New session"), onClose, onSubmit: launch, footer: begin },
    h(Refusal, { error }),
    h(Fields, { form, setForm, problems: error?.errors ?? {}, launch }),
  );
}

/**
 * @param {{form: Record<string, string>, setForm: (form: any) => void, problems: any,
 *   launch: () => void}} props
 */
function Fields({ form, setForm, problems, launch }) {
  const field = (/** @type {string} */ name) => ({
    value: form[name],
    onChange: (/** @type {string} */ value) => setForm({ ...form, [name]: value }),
    problem: problems[name],
  });
  const send = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    launch();
  };
  const follow = t("As the agent says");
  const modes = asOptions(store.resource("mode").value);
  const models = asOptions(store.models.value);
  const message = { label: t("First message"), hint: t("Leave empty to only open the session.") };
  const folder = { label: t("Folder"), hint: t("Inside the workspace; empty makes a fresh one.") };
  const agents = asOptions(store.agents.value);
  return [
    h(Select, { key: "agent", label: t("Agent"), options: agents, ...field("agent_id") }),
    h(TextArea, {
      key: "prompt",
      ...message,
      rows: 4,
      autofocus: true,
      onKeyDown: send,
      ...field("prompt"),
    }),
    h(
      "div",
      { class: "pair", key: "how" },
      h(Select, { label: t("Model"), empty: follow, options: models, ...field("model") }),
      h(Select, { label: t("Mode"), empty: follow, options: modes, ...field("mode") }),
    ),
    h(TextField, { key: "folder", ...folder, placeholder: "reports/2026", ...field("folder") }),
  ];
}
