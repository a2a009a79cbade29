import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { overlay, report } from "../../desktop/commands.js";
import { openWindow } from "../../desktop/open.js";
import { launchSession } from "../../intents/launch_session.js";
import { Button, IconButton } from "../../ui/button.js";
import { Select, TextArea } from "../../ui/fields.js";
import { asOptions, firstAgent } from "../sessions/choices.js";

/** Ask for something: it becomes a session. */
export function Ask() {
  const [text, setText] = useState("");
  const [agent, setAgent] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = agent || firstAgent();
  const begin = async () => {
    if (!text.trim() || busy) return;
    setBusy(true);
    try {
      const session = await launchSession({ agent_id: chosen, prompt: text.trim() });
      setText("");
      openWindow(`session.${session.id}`);
    } catch (error) {
      report(error);
    }
    setBusy(false);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    begin();
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  };
  const words = t("What should be done?");
  return h(
    "form",
    { class: "ask card", onSubmit: submit },
    h(TextArea, {
      label: words,
      hideLabel: true,
      placeholder: words,
      rows: 2,
      value: text,
      onChange: setText,
      onKeyDown,
    }),
    h(Foot, { chosen, setAgent, disabled: !text.trim() || busy }),
  );
}

/** @param {{chosen: string, setAgent: (id: string) => void, disabled: boolean}} props */
function Foot({ chosen, setAgent, disabled }) {
  const more = () => {
    overlay.value = "new-session";
  };
  return h(
    "div",
    { class: "row" },
    h(Select, {
      label: t("Agent"),
      hideLabel: true,
      value: chosen,
      onChange: setAgent,
      options: asOptions(store.agents.value),
    }),
    h("span", { class: "grow" }),
    h(IconButton, { icon: "sliders-horizontal", label: t("More choices"), run: more }),
    h(Button, { type: "submit", kind: "primary", icon: "send", disabled }, t("Begin")),
  );
}
