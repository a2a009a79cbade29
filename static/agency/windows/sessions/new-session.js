import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { openWindow } from "../../desktop/open.js";
import { launchSession } from "../../intents/launch_session.js";
import { asFailure } from "../../net/errors.js";
import { Dialog } from "../../ui/dialog.js";
import { Select, TextArea, TextField } from "../../ui/fields.js";

/** @param {Map<string, any>} records @returns {import("../../ui/fields.js").Option[]} */
export const asOptions = (records) =>
  [...records.values()]
    .filter((one) => one.enabled !== false)
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((one) => ({ value: one.id, label: one.name }));

/** The agent that a new session begins with when nobody chose one. */
export function firstAgent() {
  const agents = [...store.agents.value.values()].filter((one) => one.enabled !== false);
  return (agents.find((one) => one.kind !== "secretary") ?? agents[0])?.id ?? "";
}

/** Begin a session: with whom, how, where, and the first words. @param {{onClose: () => void, agent?: string}} props */
export function NewSession({ onClose, agent }) {
  const [form, setForm] = useState({
    agent_id: agent ?? firstAgent(),
    model: "",
    mode: "",
    folder: "",
    prompt: "",
  });
  const [error, setError] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    setForm({ ...form, [name]: value });
  const launch = async () => {
    setBusy(true);
    setError(null);
    try {
      const wanted = Object.fromEntries(
        Object.entries(form).filter(([, value]) => value.trim?.() !== ""),
      );
      const session = await launchSession(wanted);
      onClose();
      openWindow(`session.${session.id}`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const problems = error?.errors ?? {};
  return h(
    Dialog,
    {
      title: t("New session"),
      onClose,
      onSubmit: launch,
      footer: h(
        "button",
        { type: "submit", class: "button primary", disabled: busy },
        busy ? t("Opening…") : t("Begin"),
      ),
    },
    error &&
      h(
        "p",
        { class: "notice failed", role: "alert" },
        `${asFailure(error).title}. ${asFailure(error).detail}`,
      ),
    h(Select, {
      label: t("Agent"),
      value: form.agent_id,
      onChange: set("agent_id"),
      options: asOptions(store.agents.value),
      problem: problems.agent_id,
    }),
    h(TextArea, {
      label: t("First message"),
      hint: t("Leave empty to only open the session."),
      rows: 4,
      autofocus: true,
      value: form.prompt,
      onChange: set("prompt"),
      problem: problems.prompt,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          launch();
        }
      },
    }),
    h(
      "div",
      { class: "pair" },
      h(Select, {
        label: t("Model"),
        empty: t("As the agent says"),
        value: form.model,
        onChange: set("model"),
        options: asOptions(store.models.value),
        problem: problems.model,
      }),
      h(Select, {
        label: t("Mode"),
        empty: t("As the agent says"),
        value: form.mode,
        onChange: set("mode"),
        options: asOptions(store.resource("mode").value),
        problem: problems.mode,
      }),
    ),
    h(TextField, {
      label: t("Folder"),
      hint: t("Inside the workspace; empty makes a fresh one."),
      placeholder: "reports/2026",
      value: form.folder,
      onChange: set("folder"),
      problem: problems.folder,
    }),
  );
}
