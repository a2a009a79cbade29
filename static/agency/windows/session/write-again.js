import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../core/i18n.js";

/**
 * A text changed in place: Enter saves, Escape leaves it as it was.
 * @param {{text: string, label: string, hint?: string, done?: string, save: (text: string) => Promise<boolean>,
 *   close: () => void}} props
 */
export function WriteAgain({ text, label, hint, done = t("Send"), save, close }) {
  const [value, setValue] = useState(text);
  const [isBusy, setBusy] = useState(false);
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  const isReady = !isBusy && value.trim() !== "";
  const submit = async () => {
    if (!isReady) return;
    setBusy(true);
    const isDone = await save(value);
    setBusy(false);
    if (isDone) close();
  };
  return h(
    "div",
    { class: "write-again" },
    h("textarea", {
      ref: field,
      class: "input grow-field",
      value,
      rows: Math.min(12, value.split("\n").length + 1),
      "aria-label": label,
      onInput: (/** @type {any} */ event) => setValue(event.currentTarget.value),
      onKeyDown: (/** @type {KeyboardEvent} */ event) => keys(event, submit, close),
    }),
    h(Buttons, { hint, done, close, submit, isReady }),
  );
}

/** @param {{hint?: string, done: string, close: () => void, submit: () => void, isReady: boolean}} props */
function Buttons({ hint, done, close, submit, isReady }) {
  return h(
    "div",
    { class: "row" },
    h("span", { class: "small dim grow" }, hint),
    h("button", { type: "button", class: "button small", onClick: close }, t("Cancel")),
    h(
      "button",
      { type: "button", class: "button small primary", disabled: !isReady, onClick: submit },
      done,
    ),
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {() => void} submit
 * @param {() => void} close
 */
function keys(event, submit, close) {
  event.stopPropagation();
  if (event.key === "Escape") close();
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
}
