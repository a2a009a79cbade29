import { h } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { createDrafts } from "../../core/drafts.js";
import { t } from "../../core/i18n.js";
import { STRATEGY_ICONS, strategyEffect } from "../../core/strategies.js";
import { sendMessage } from "../../intents/send_message.js";
import { stopRun } from "../../intents/stop_run.js";
import { browserStorage } from "../../net/storage.js";
import { Icon } from "../../ui/icon.js";
import { toast } from "../../ui/toast.js";
import { attempt } from "./attempt.js";
import { useModel } from "./model.js";
import { ChosenPictures, dropTarget, PictureButton, pastePictures } from "./picture-input.js";
import { MAX_PICTURES, readPictures } from "./pictures.js";
import { chosenStrategy, StrategyChoice } from "./strategy.js";

/** @typedef {{mime: string, data: string}} Picture */

const drafts = createDrafts(browserStorage());

/** Where a person writes. Enter sends, Shift-Enter breaks the line. @param {{focused: boolean}} props */
export function Composer({ focused }) {
  const words = useWords();
  const { images, setImages, add, send } = words;
  return h(
    "form",
    {
      class: "composer",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        send();
      },
      ...dropTarget(add),
    },
    words.isWorking && !words.isClosed && h(StrategyChoice, null),
    h(ChosenPictures, { images, remove: (at) => setImages(images.toSpliced(at, 1)) }),
    h(Words, { ...words, focused }),
    h(Controls, words),
  );
}

/** What is being written, and how it is sent. */
function useWords() {
  const model = useModel();
  const [text, setText] = useDraft(model.id);
  const [images, setImages] = useState(/** @type {Picture[]} */ ([]));
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useRefill(setText, setImages, field);
  useGrowing(field, text);
  const isWorking = model.run.value !== null;
  const isClosed = Boolean(model.session.value?.closed_at);
  const isReady = !isClosed && (text.trim() !== "" || images.length > 0);
  const send = () => {
    if (!isReady) return;
    sendMessage(model.id, {
      text,
      images,
      when_busy: model.run.peek() === null ? undefined : chosenStrategy(),
    });
    setText("");
    setImages([]);
  };
  const add = async (/** @type {Iterable<File>} */ files) => {
    const { images: read, refused } = await readPictures(files);
    for (const reason of refused) toast(reason, { kind: "error" });
    setImages((/** @type {Picture[]} */ before) => [...before, ...read].slice(0, MAX_PICTURES));
  };
  const writing = { field, text, setText, images, setImages };
  return { ...writing, isWorking, isClosed, isReady, send, add };
}

/** @typedef {ReturnType<typeof useWords>} Writing */

/** @param {Writing & {focused: boolean}} props */
function Words({ field, text, setText, isClosed, isWorking, send, add, focused }) {
  const model = useModel();
  const name = model.session.value?.agent_name ?? t("the agent");
  const isAsked = [...model.interruptions.value.values()].some((one) => one.status === "pending");
  const invitation = isAsked
    ? t("Answer above, or write to {name}", { name })
    : isWorking
      ? t("Say something while {name} works", { name })
      : t("Write to {name}", { name });
  return h("textarea", {
    ref: field,
    class: "composer-field",
    rows: 1,
    value: text,
    disabled: isClosed,
    placeholder: invitation,
    "aria-label": t("Message"),
    "data-autofocus": focused ? "" : undefined,
    enterkeyhint: "send",
    onInput: (/** @type {any} */ event) => setText(event.currentTarget.value),
    onKeyDown: (/** @type {KeyboardEvent} */ event) => keys(event, send, model),
    onPaste: (/** @type {ClipboardEvent} */ event) => pastePictures(event, add),
  });
}

/** @param {Writing} props */
function Controls({ add, isWorking, isReady }) {
  return h(
    "div",
    { class: "composer-row" },
    h(PictureButton, { add }),
    h("span", { class: "grow" }),
    isWorking && h(StopButton, null),
    (!isWorking || isReady) &&
      h(
        "button",
        {
          type: "submit",
          class: "icon-button send",
          disabled: !isReady,
          "aria-label": t("Send"),
          title: isWorking ? strategyEffect(chosenStrategy()) : t("Send (Enter)"),
        },
        h(Icon, { name: isWorking ? STRATEGY_ICONS[chosenStrategy()] : "arrow-up" }),
      ),
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {() => void} send
 * @param {import("./model.js").Model} model
 */
function keys(event, send, model) {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  }
  const field = /** @type {HTMLTextAreaElement} */ (event.currentTarget);
  if (event.key === "ArrowUp" && field.value === "") {
    const last = model.messages.peek().findLast((message) => message.role === "human");
    if (last) model.editing.value = last.id;
  }
}

/** @param {string} id @returns {[string, (text: string) => void]} */
function useDraft(id) {
  const [text, setText] = useState(() => drafts.read(id));
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const set = useMemo(
    () => (/** @type {string} */ next) => {
      setText(next);
      clearTimeout(timer.current);
      if (next === "") drafts.write(id, "");
      else timer.current = setTimeout(() => drafts.write(id, next), 200);
    },
    [id],
  );
  return [text, set];
}

/**
 * Text that comes back to be written anew: a failed or a withdrawn message.
 * @param {(text: string) => void} setText
 * @param {(images: Picture[]) => void} setImages
 * @param {{current: HTMLTextAreaElement | null}} field
 */
function useRefill(setText, setImages, field) {
  const model = useModel();
  const refill = model.refill.value;
  useEffect(() => {
    if (!refill) return;
    setText(refill.text);
    setImages(refill.images ?? []);
    model.refill.value = null;
    field.current?.focus();
  }, [refill]);
}

/** @param {{current: HTMLTextAreaElement | null}} field @param {string} text */
function useGrowing(field, text) {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, 240)}px`;
  }, [text]);
}

function StopButton() {
  const model = useModel();
  const [isBusy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    await attempt(() => stopRun(model.id), t("Not stopped"));
    setBusy(false);
  };
  const isStopping = isBusy || model.run.value?.stop_requested;
  return h(
    "button",
    {
      type: "button",
      class: "button stop",
      disabled: isStopping,
      onClick: stop,
      title: t("Stop; what was written is kept"),
    },
    h(Icon, { name: "circle-stop", size: 14 }),
    isStopping ? t("Stopping…") : t("Stop"),
  );
}
