import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { duration, exact, toMs } from "../../../core/time.js";
import { answerInterruption } from "../../../intents/answer_interruption.js";
import { asFailure } from "../../../net/errors.js";
import { Icon } from "../../../ui/icon.js";
import { second } from "../../../ui/time.js";
import { toast } from "../../../ui/toast.js";

/**
 * The frame of what waits for a person: what it is about, and until when.
 * @param {{item: import("../../../types/api").Interruption, icon: string, title?: string, children?: any,
 *   problem?: {title: string, detail?: string} | null, compact?: boolean}} props
 */
export function Frame({ item, icon, title, children, problem, compact = false }) {
  return h(
    "section",
    {
      role: "group",
      class: `card waiting interruption ${compact ? "compact" : ""}`,
      "aria-label": title ?? item.prompt.title,
      "data-interruption": item.id,
      tabIndex: -1,
    },
    h(
      "header",
      { class: "row" },
      h(Icon, { name: icon }),
      h("h4", { class: "grow" }, title ?? item.prompt.title),
      h(Deadline, { item }),
    ),
    children,
    problem &&
      h(
        "p",
        { class: "notice failed", role: "alert" },
        h(Icon, { name: "alert-circle" }),
        h("span", null, h("strong", null, problem.title), " ", problem.detail),
      ),
  );
}

/** @param {{item: import("../../../types/api").Interruption}} props */
function Deadline({ item }) {
  if (!item.deadline) return h("span", { class: "small" }, t("kept until you answer"));
  const left = Math.max(0, Math.round((toMs(item.deadline) - second.value) / 1000));
  const then = item.default_action === "keep" ? t("then kept") : t("then denied");
  const text =
    left > 0 ? t("{time} left, {then}", { time: duration(left), then }) : t("time is up");
  return h(
    "span",
    { class: `small num ${left < 60 ? "urgent" : ""}`, title: exact(item.deadline) },
    h(Icon, { name: "timer", size: 14 }),
    " ",
    text,
  );
}

/**
 * Sending an answer once, with what refused it.
 * @param {import("../../../types/api").Interruption} item
 */
export function useAnswer(item) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(
    /** @type {{title: string, detail?: string} | null} */ (null),
  );
  const answer = async (/** @type {Record<string, unknown>} */ body) => {
    setBusy(true);
    setProblem(null);
    try {
      const { won, record } = await answerInterruption(item.id, body);
      if (!won) toast(lateWords(record), { kind: "waiting" });
    } catch (error) {
      setProblem(asFailure(error));
      setBusy(false);
    }
  };
  return { answer, isBusy, problem };
}

/** @param {any} record */
function lateWords(record) {
  if (record.code === "already_answered")
    return t("Somebody else answered first; their answer counts.");
  return record.detail || record.title || t("It is too late for an answer.");
}
