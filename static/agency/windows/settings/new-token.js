import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { issueToken } from "../../intents/issue_token.js";
import { Button } from "../../ui/button.js";
import { copyText } from "../../ui/copy-id.js";
import { Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/fields.js";

/** Name a token, then show it this once. @param {{onClose: () => void, onDone: () => void}} props */
export function NewToken({ onClose, onDone }) {
  const [name, setName] = useState("");
  const [made, setMade] = useState("");
  const [problem, setProblem] = useState("");
  const make = async () => {
    try {
      const answer = await issueToken(name.trim());
      setMade(answer.token);
      onDone();
    } catch (error) {
      setProblem(error.errors?.name?.[0] ?? error.detail ?? error.title);
    }
  };
  if (made) return h(Made, { made, onClose });
  const label = t("What is it for?");
  const ready = { type: "submit", kind: "primary", disabled: !name.trim() };
  return h(
    Dialog,
    { title: t("New token"), onClose, onSubmit: make, footer: h(Button, ready, t("Make it")) },
    h(TextField, { label, value: name, onChange: setName, problem, maxLength: 120 }),
  );
}

/** @param {{made: string, onClose: () => void}} props */
function Made({ made, onClose }) {
  const [problem, setProblem] = useState("");
  const copy = () => {
    const forbidden = t("Copying is not allowed here; mark the text instead.");
    copyText(made).catch(() => setProblem(forbidden));
  };
  const kept = h(Button, { kind: "primary", run: onClose }, t("I have kept it"));
  return h(
    Dialog,
    { title: t("Your token"), onClose, footer: kept },
    h("p", null, t("This is the only time it is shown.")),
    h(
      "div",
      { class: "row" },
      h("input", {
        class: "input mono grow",
        readOnly: true,
        value: made,
        "aria-label": t("Token"),
        onFocus: (/** @type {any} */ event) => event.currentTarget.select(),
      }),
      h(Button, { icon: "copy", run: copy }, t("Copy")),
    ),
    problem && h("p", { class: "problem" }, problem),
  );
}
