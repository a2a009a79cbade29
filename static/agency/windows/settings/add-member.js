import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { setMember } from "../../intents/set_member.js";
import { Button } from "../../ui/button.js";
import { Select, TextField } from "../../ui/fields.js";
import { roles } from "./roles.js";

/** @param {{workspace: any, onDone: () => void}} props */
export function AddMember({ workspace, onDone }) {
  const [username, setUsername] = useState("");
  const [role, setRole] = useState("editor");
  const [problem, setProblem] = useState("");
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await setMember(workspace.id, { username: username.trim(), role, can_answer: false });
      setUsername("");
      setProblem("");
      onDone();
    } catch (error) {
      setProblem(error.detail || error.title);
    }
  };
  return h(
    "form",
    { class: "inline-form", onSubmit: add },
    h(TextField, {
      label: t("Add by name of sign-in"),
      value: username,
      onChange: setUsername,
      problem,
      autocapitalize: "none",
    }),
    h(Select, { label: t("Role"), value: role, options: roles(), onChange: setRole }),
    h(Button, { type: "submit", disabled: !username.trim() }, t("Add")),
  );
}
