import { h } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../core/i18n.js";
import { Button, IconButton } from "./button.js";

const FIELDS = ".dialog-body input, .dialog-body textarea, .dialog-body select";

/**
 * Open while it is mounted; the keyboard comes back to where it was.
 * @param {{current: HTMLDialogElement | null}} element
 */
function useModal(element) {
  useEffect(() => {
    const dialog = element.current;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog?.showModal();
    const wanted = dialog?.querySelector("[autofocus]") ?? dialog?.querySelector(FIELDS);
    /** @type {HTMLElement | null | undefined} */ (wanted)?.focus();
    return () => {
      dialog?.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
}

/**
 * A modal dialog on the platform's own <dialog>: focus stays inside, Escape closes.
 * @param {{title: string, onClose: () => void, children?: any, footer?: any, wide?: boolean,
 *   onSubmit?: () => void}} props
 */
export function Dialog({ title, onClose, children, footer, wide = false, onSubmit }) {
  const id = useId();
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useModal(element);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    onClose();
  };
  const outside = (/** @type {MouseEvent} */ event) => {
    if (event.target === element.current) onClose();
  };
  return h(
    "dialog",
    {
      ref: element,
      class: `dialog ${wide ? "wide" : ""}`,
      "aria-labelledby": id,
      onCancel: cancel,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => event.stopPropagation(),
      onMouseDown: outside,
    },
    h(Box, { onSubmit }, [
      h(
        "header",
        { class: "dialog-head", key: "head" },
        h("h2", { id }, title),
        h(IconButton, { icon: "x", label: t("Close"), run: onClose }),
      ),
      h("div", { class: "dialog-body", key: "body" }, children),
      footer && h("footer", { class: "dialog-foot", key: "foot" }, footer),
    ]),
  );
}

/** A form where something is sent. @param {{onSubmit?: () => void, children?: any}} props */
function Box({ onSubmit, children }) {
  if (!onSubmit) return h("div", { class: "dialog-box" }, children);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onSubmit();
  };
  return h("form", { class: "dialog-box", onSubmit: submit }, children);
}

/**
 * A yes-or-no dialog for what cannot be undone.
 * @param {{title: string, text: string, confirm: string, onConfirm: () => void, onClose: () => void}} props
 */
export function Confirm({ title, text, confirm, onConfirm, onClose }) {
  const submit = () => {
    onConfirm();
    onClose();
  };
  const footer = [
    h(Button, { run: onClose, key: "no" }, t("Cancel")),
    h(Button, { type: "submit", kind: "danger", autofocus: true, key: "yes" }, confirm),
  ];
  return h(Dialog, { title, onClose, onSubmit: submit, footer }, h("p", null, text));
}
