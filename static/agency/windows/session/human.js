import { h } from "preact";
import { partsOf, textOf } from "../../core/content.js";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { discardMessage } from "../../intents/discard_message.js";
import { editMessage } from "../../intents/edit_message.js";
import { retryMessage } from "../../intents/retry_message.js";
import { Markdown } from "../../md/markdown.js";
import { Icon } from "../../ui/icon.js";
import { Time } from "../../ui/time.js";
import { attempt } from "./attempt.js";
import { BranchArrows } from "./branch-arrows.js";
import { CopyText } from "./copy-text.js";
import { memo } from "./memo.js";
import { MessageMenu } from "./message-menu.js";
import { useModel } from "./model.js";
import { WriteAgain } from "./write-again.js";

/** A person's message. @param {{message: import("../../types/api").Message}} props */
export const Human = memo(function Human({ message }) {
  const model = useModel();
  const isEditing = model.editing.value === message.id;
  const text = textOf(message.content);
  const author = message.author_id;
  const isOther = author !== null && author !== store.me.value?.id;
  return h(
    "div",
    { class: "human" },
    h("h3", { class: "visually-hidden" }, isOther ? t("Another person said") : t("You said")),
    isEditing
      ? h(EditInPlace, { message, text })
      : h(
          "div",
          { class: "human-block" },
          h(Pictures, { parts: partsOf(message) }),
          h(Files, { message }),
          h(Markdown, { text }),
        ),
    h(
      "div",
      { class: "row-actions" },
      h(BranchArrows, { message }),
      h(Time, { at: message.ts, class: "dim small" }),
      h(CopyText, { text, label: t("Copy message") }),
      !model.isPeek &&
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            title: t("Edit and ask again"),
            "aria-label": t("Edit and ask again"),
            onClick: () => {
              model.editing.value = message.id;
            },
          },
          h(Icon, { name: "pencil", size: 14 }),
        ),
      h(MessageMenu, { message, text }),
    ),
  );
});

/** @param {{parts: import("../../core/content.js").Part[]}} props */
function Pictures({ parts }) {
  const pictures = parts.flatMap((part) => (part.kind === "image" ? [part.src] : []));
  if (pictures.length === 0) return null;
  return h(
    "div",
    { class: "pictures" },
    pictures.map((src, at) =>
      h("img", { key: at, src, alt: t("Picture {n}", { n: at + 1 }), loading: "lazy" }),
    ),
  );
}

/** @param {{message: import("../../types/api").Message}} props */
function Files({ message }) {
  const files = message.attachments ?? [];
  if (files.length === 0) return null;
  return h(
    "div",
    { class: "row wrap" },
    files.map((file) =>
      h(
        "span",
        { key: file.id, class: "chip" },
        h(Icon, { name: "paperclip", size: 14 }),
        file.name,
      ),
    ),
  );
}

/** @param {{message: import("../../types/api").Message, text: string}} props */
function EditInPlace({ message, text }) {
  const model = useModel();
  const close = () => {
    model.editing.value = null;
  };
  const save = (/** @type {string} */ value) =>
    attempt(() => editMessage(model.id, message.id, value), t("The edit was not sent"));
  const hint =
    model.run.value === null
      ? t("The old version stays as a branch.")
      : t("The turn under way is stopped first. The old version stays as a branch.");
  return h(
    "div",
    { class: "human-block editing" },
    h(WriteAgain, { text, label: t("Edit message"), hint, save, close }),
  );
}

/** A message on its way. @param {{item: import("../../types/state").OutboxItem}} props */
export function Pending({ item }) {
  const model = useModel();
  const isFailed = item.state === "failed";
  const edit = () => {
    model.refill.value = { text: item.text, images: item.images };
    discardMessage(item.id);
  };
  return h(
    "div",
    { class: `human pending ${isFailed ? "failed" : ""}` },
    h(
      "div",
      { class: "human-block" },
      h(Pictures, {
        parts: item.images.map(({ mime, data }) => ({
          kind: /** @type {const} */ ("image"),
          src: `data:${mime};base64,${data}`,
        })),
      }),
      h(Markdown, { text: item.text }),
    ),
    isFailed
      ? h(
          "div",
          { class: "notice failed", role: "alert" },
          h(Icon, { name: "alert-circle" }),
          h(
            "span",
            { class: "grow" },
            h("strong", null, t("Not sent: "), item.error?.title),
            " ",
            item.error?.detail,
          ),
          h(
            "button",
            { type: "button", class: "button small", onClick: () => retryMessage(item.id) },
            t("Try again"),
          ),
          h("button", { type: "button", class: "button small", onClick: edit }, t("Edit")),
          h(
            "button",
            { type: "button", class: "button small quiet", onClick: () => discardMessage(item.id) },
            t("Discard"),
          ),
        )
      : h("div", { class: "row-actions shown dim small", role: "status" }, sendingText(item.state)),
  );
}

/** @param {string} state */
function sendingText(state) {
  if (state === "sent") return t("Sent");
  return store.connection.value === "live" ? t("Sending…") : t("Waits for the connection");
}
