import { h } from "preact";
import { t } from "../../core/i18n.js";
import { forkMessage } from "../../intents/fork_message.js";
import { regenerate } from "../../intents/regenerate.js";
import { nameGroup } from "../../intents/title_session.js";
import { copyText } from "../../ui/copy-id.js";
import { announce } from "../../ui/live-region.js";
import { Menu } from "../../ui/menu.js";
import { duplicate } from "../sessions/copies.js";
import { attempt } from "./attempt.js";
import { copyLink } from "./links.js";
import { useModel } from "./model.js";

/** @typedef {import("../../types/api").Message} Message */

/**
 * All that can be done from a message on.
 * @param {{message: Message, text?: string, answer?: Message | null, calls?: boolean}} props `answer`
 *   is what may be answered again, `calls` whether tools were called
 */
export function MessageMenu({ message, text = "", answer = null, calls = false }) {
  const model = useModel();
  return h(
    "span",
    { class: "message-menu" },
    h(Menu, {
      label: t("More for this message"),
      items: () => [...changes(model, message, answer), ...copies(model, message, text, calls)],
    }),
  );
}

/**
 * @param {import("./model.js").Model} model @param {Message} message @param {Message | null} answer
 * @returns {import("../../ui/menu.js").MenuItem[]}
 */
function changes(model, message, answer) {
  if (model.isPeek) return [];
  const isHuman = message.role === "human";
  const isWorking = model.run.peek() !== null;
  const fork = async () => {
    const isDone = await attempt(() => forkMessage(model.id, message.id), t("Not forked"));
    if (isDone) announce(t("A new branch begins here; the old one stays."));
  };
  const rerun = () =>
    attempt(() => forkMessage(model.id, message.id, { rerun: true }), t("Not run again"));
  const edit = () => {
    model.editing.value = message.id;
  };
  return [
    ...(isHuman ? [{ label: t("Edit and ask again"), icon: "pencil", run: edit }] : []),
    ...(answer
      ? [
          {
            label: t("Answer again"),
            icon: "rotate-ccw",
            run: () => attempt(() => regenerate(model.id, answer.id), t("Not asked again")),
          },
        ]
      : []),
    { label: t("Fork from here"), icon: "git-fork", disabled: isWorking, run: fork },
    {
      label: isWorking ? t("Stop, and run again from here") : t("Run again from here"),
      icon: "play",
      run: rerun,
    },
    { label: "", separator: true },
  ];
}

/**
 * @param {import("./model.js").Model} model @param {Message} message @param {string} text
 * @param {boolean} calls
 * @returns {import("../../ui/menu.js").MenuItem[]}
 */
function copies(model, message, text, calls) {
  const name = () => attempt(() => nameGroup(model.id, message.id), t("Not named"));
  const link = () => copyLink(model.id, { b: message.branch_id, m: message.id });
  return [
    ...(text
      ? [
          {
            label: t("Copy text"),
            icon: "copy",
            run: () => attempt(() => copyText(text), t("Not copied")),
          },
        ]
      : []),
    { label: t("Copy link"), icon: "link", run: link },
    { label: t("Duplicate up to here"), icon: "copy", run: () => duplicate(model.id, message.id) },
    ...(calls ? [{ label: t("Name these tool calls"), icon: "sparkles", run: name }] : []),
  ];
}
