import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { store } from "../../../core/store.js";
import { Button } from "../../../ui/button.js";
import { Empty, Failure, Loading } from "../../../ui/states.js";
import { useFresh } from "../../../ui/use-fresh.js";
import { usePages } from "../../../ui/use-pages.js";
import { NewBudget } from "./new-budget.js";
import { BudgetRow } from "./row.js";

/** Events after which caps stand otherwise. */
const NEWS = new Set(["run_end", "interruption_opened", "interruption_resolved", "session_status"]);

/** What may be used, and how far it is. */
export function Budgets() {
  const pages = usePages("/api/budget/", { limit: 100 });
  const [adding, setAdding] = useState(false);
  useFresh((frame) => NEWS.has(frame.event ?? ""), pages.reload);
  if (pages.error && !pages.rows) return h(Failure, { error: pages.error, retry: pages.reload });
  if (!pages.rows) return h(Loading, null);
  const add = h(
    Button,
    { icon: "plus", kind: "primary", run: () => setAdding(true) },
    t("Set a budget"),
  );
  const dialog = adding && h(NewBudget, { onClose: () => setAdding(false), onDone: pages.reload });
  if (pages.rows.length === 0) return [h(NoBudgets, { key: "none", add }), dialog];
  return h(
    "div",
    { class: "pane scroll usage-page" },
    h(
      "div",
      { class: "section-head" },
      h(
        "p",
        { class: "soft" },
        t("When a budget is used up, the next model call waits for a person who may raise it."),
      ),
      add,
    ),
    h(
      "ul",
      { class: "budgets" },
      pages.rows.map((cap) =>
        h("li", { key: cap.id }, h(BudgetRow, { cap, onChange: pages.reload })),
      ),
    ),
    pages.isMore &&
      h("div", { class: "more" }, h(Button, { kind: "quiet", run: pages.more }, t("Show more"))),
    dialog,
  );
}

/** @param {{add: any}} props */
const NoBudgets = ({ add }) =>
  h(
    Empty,
    { icon: "wallet", title: t("No budgets yet"), action: store.me.value && add },
    t(
      "A budget caps the dollars, tokens, calls or seconds of a workspace, a person, an agent or a session. When it is used up, a person is asked before anything more is spent.",
    ),
  );
