import { h } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../core/i18n.js";
import { Icon } from "./icon.js";

/**
 * A modal dialog on the platform's own <dialog>: focus stays inside, Escape closes,
 * and focus returns to where it was.
 * @param {{title: string, onClose: () => void, children?: any, footer?: any, wide?: boolean,
 *   onSubmit?: (event: Event) => void}} props
 */
export function Dialog({ title, onClose, children, footer, wide = false, onSubmit }) {
  const id = useId();
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = element.current;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog?.showModal();
    const wanted = /** @type {HTMLElement | null | undefined} */ (
      dialog?.querySelector(
        "[autofocus], .dialog-body input, .dialog-body textarea, .dialog-body select",
      )
    );
    wanted?.focus();
    return () => {
      dialog?.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  const content = [
    h(
      "header",
      { class: "dialog-head", key: "head" },
      h("h2", { id }, title),
      h(
        "button",
        { type: "button", class: "icon-button", onClick: onClose, "aria-label": t("Close") },
        h(Icon, { name: "x" }),
      ),
    ),
    h("div", { class: "dialog-body", key: "body" }, children),
    footer && h("footer", { class: "dialog-foot", key: "foot" }, footer),
  ];
  return h(
    "dialog",
    {
      ref: element,
      class: `dialog ${wide ? "wide" : ""}`,
      "aria-labelledby": id,
      onCancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        onClose();
      },
      onKeyDown: (/** @type {KeyboardEvent} */ event) => event.stopPropagation(),
      onMouseDown: (/** @type {MouseEvent} */ event) => {
        if (event.target === element.current) onClose();
      },
    },
    onSubmit
      ? h(
          "form",
          {
            class: "dialog-box",
            onSubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              onSubmit(event);
            },
          },
          content,
        )
      : h("div", { class: "dialog-box" }, content),
  );
}

/**
 * A yes-or-no dialog for what cannot be undone.
 * @param {{title: string, text: string, confirm: string, onConfirm: () => void, onClose: () => void}} props
 */
export function Confirm({ title, text, confirm, onConfirm, onClose }) {
  return h(
    Dialog,
    {
      title,
      onClose,
      onSubmit: () => {
        onConfirm();
        onClose();
      },
      footer: [
        h("button", { type: "button", class: "button", onClick: onClose, key: "no" }, t("Cancel")),
        h(
          "button",
          { type: "submit", class: "button danger", autofocus: true, key: "yes" },
          confirm,
        ),
      ],
    },
    h("p", null, text),
  );
}
