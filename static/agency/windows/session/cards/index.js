import { h } from "preact";
import { t } from "../../../core/i18n.js";
import { Icon } from "../../../ui/icon.js";
import { useModel } from "../model.js";
import { ApprovalCard } from "./approval.js";
import { ReconcileCard } from "./decide.js";
import { LimitCard } from "./limit.js";
import { QuestionCard } from "./question.js";

/** @typedef {import("../../../types/api").Interruption} Interruption */

/** @type {Record<string, (props: {item: Interruption, compact?: boolean}) => any>} */
const CARDS = {
  approval: ApprovalCard,
  question: QuestionCard,
  limit: LimitCard,
  reconcile: ReconcileCard,
};

/**
 * What waits for a person, wherever it is shown; it answers itself. Its buttons carry `data-act`
 * (allow, edit, deny, send) so that keys can press them.
 * @param {{interruption: Interruption, compact?: boolean}} props
 */
export function Card({ interruption, compact = false }) {
  return h(CARDS[interruption.kind] ?? ApprovalCard, { item: interruption, compact });
}

/**
 * Everything that a run waits for a person to say, and how what was open lately ended.
 * @param {{runId: string | null}} props
 */
export function Cards({ runId }) {
  const model = useModel();
  const ofRun = (/** @type {Interruption} */ item) => runId === null || item.run_id === runId;
  const open = [...model.interruptions.value.values()].filter(ofRun);
  const ended = [...model.resolved.value.values()].filter(ofRun);
  return h(
    "div",
    { class: "cards" },
    ended
      .filter((item) => item.status !== "answered")
      .map((item) => h(Ended, { key: item.id, item })),
    open.map((item) => h(Card, { key: item.id, interruption: item })),
  );
}

/** @param {{item: Interruption}} props */
function Ended({ item }) {
  const { title, resolution } = item.prompt;
  if (typeof resolution === "string")
    return h(
      "p",
      { class: "notice" },
      h(Icon, { name: "check", size: 14 }),
      t("{title}: no answer is needed any more. {why}", { title, why: resolution }),
    );
  const words =
    item.status === "expired"
      ? t("{title} Time ran out.", { title })
      : t("{title} It was withdrawn.", { title });
  return h("p", { class: "notice" }, h(Icon, { name: "clock", size: 14 }), words);
}
