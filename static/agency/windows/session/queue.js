import { h } from "preact";
import { t, tn } from "../../core/i18n.js";
import { resumeQueue } from "../../intents/resume_queue.js";
import { withdrawQueued } from "../../intents/withdraw_queued.js";
import { Icon } from "../../ui/icon.js";
import { attempt } from "./attempt.js";
import { useModel } from "./model.js";

/** Messages that wait for their turn. */
export function Queue() {
  const model = useModel();
  const items = model.queue.value;
  const isPaused = model.session.value?.queue_paused ?? false;
  if (items.length === 0) return null;
  const edit = async (/** @type {import("../../types/api").Queued} */ item) => {
    if ((await attempt(() => withdrawQueued(model.id, item.id), t("Not withdrawn"))) === null)
      return;
    const images = /** @type {any} */ (item.body?.images) ?? [];
    model.refill.value = {
      text: item.text,
      images: images.filter((/** @type {any} */ one) => one.data),
    };
  };
  return h(
    "section",
    { class: "queue", "aria-label": t("Waiting messages") },
    h(
      "header",
      { class: "row small" },
      h(Icon, { name: "list", size: 14 }),
      h(
        "span",
        { class: "grow" },
        isPaused
          ? t("The queue is paused after a stop or an error")
          : tn("{count} message waits", "{count} messages wait", items.length),
      ),
      isPaused &&
        h(
          "button",
          {
            type: "button",
            class: "button small",
            onClick: () => attempt(() => resumeQueue(model.id), t("Not resumed")),
          },
          t("Go on"),
        ),
    ),
    h(
      "ol",
      null,
      items.map((item) =>
        h(
          "li",
          { key: item.id, class: "row" },
          h("span", { class: "num dim small" }, item.position),
          h("span", { class: "truncate grow" }, item.text || t("(picture)")),
          item.strategy !== "queue" && h("span", { class: "chip" }, strategyName(item.strategy)),
          h(
            "button",
            { type: "button", class: "button quiet small", onClick: () => edit(item) },
            t("Edit"),
          ),
          h(
            "button",
            {
              type: "button",
              class: "button quiet small",
              onClick: () => attempt(() => withdrawQueued(model.id, item.id), t("Not withdrawn")),
            },
            t("Withdraw"),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} strategy */
export const strategyName = (strategy) =>
  ({
    queue: t("after this turn"),
    steer: t("into this turn"),
    interrupt: t("instead of this turn"),
  })[strategy] ?? strategy;
