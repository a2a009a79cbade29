import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../../core/i18n.js";
import { store } from "../../../core/store.js";
import { tokens } from "../../../core/time.js";
import { openWindow } from "../../../desktop/open.js";
import { readChildren, readUsage } from "../../../intents/read_children.js";
import { Button } from "../../../ui/button.js";
import { Failure, Loading } from "../../../ui/states.js";
import { Table } from "../../../ui/table.js";
import { useFresh } from "../../../ui/use-fresh.js";
import { useLoad } from "../../../ui/use-load.js";
import { usePages } from "../../../ui/use-pages.js";
import { NewBudget } from "../../usage/budgets/new-budget.js";
import { BudgetRow } from "../../usage/budgets/row.js";
import { costFigure, costWords } from "../../usage/words.js";
import { useModel } from "../model.js";
import { Calls } from "./calls.js";

/** Events after which other figures stand in the ledger. */
const NEWS = new Set(["run_end", "usage", "child_ended", "context_compacted"]);

/** What this session used, alone and with its sub-agents, and what it may use. */
export function SessionUsage() {
  const { id, children } = useModel();
  const used = useLoad((signal) => readUsage(id, signal), [id]);
  const family = useLoad((signal) => readChildren(id, signal), [id, children.value.size]);
  useFresh(
    (frame) => frame.session_id === id && NEWS.has(frame.event ?? ""),
    () => {
      used.reload();
      family.reload();
    },
  );
  if (used.error && !used.value) return h(Failure, { error: used.error, retry: used.reload });
  if (!used.value) return h(Loading, { rows: 5 });
  const { own, inclusive, by_model, calls } = used.value;
  const kin = family.value ?? [];
  return h(
    "div",
    { class: "context-panel" },
    h(Totals, { own, inclusive, isAlone: kin.length === 0 }),
    h(Caps, { id }),
    by_model.length > 0 && h(ByModel, { rows: by_model }),
    kin.length > 0 && h(Family, { list: kin }),
    h(Calls, { calls }),
  );
}

/** @param {{own: any, inclusive: any, isAlone: boolean}} props */
const Totals = ({ own, inclusive, isAlone }) =>
  h(
    "div",
    { class: "stack" },
    h(Sum, { label: t("This session"), sum: own }),
    !isAlone && h(Sum, { label: t("With its sub-agents"), sum: inclusive }),
  );

/** @param {{label: string, sum: any}} props */
function Sum({ label, sum }) {
  const cached = sum.cache_read + sum.cache_write;
  const figures = [
    t("{n} in", { n: tokens(sum.input) }),
    t("{n} out", { n: tokens(sum.output) }),
    cached > 0 && t("{n} cached", { n: tokens(cached) }),
    tn("{count} call", "{count} calls", sum.calls),
  ];
  return h(
    "section",
    { class: "session-sum", "aria-label": label },
    h("span", { class: "small dim" }, label),
    h("strong", null, costWords(sum)),
    h("span", { class: "small soft" }, figures.filter(Boolean).join(" · ")),
  );
}

/** The session's own budgets, and a way to set one. @param {{id: string}} props */
function Caps({ id }) {
  const [adding, setAdding] = useState(false);
  const caps = usePages("/api/budget/", { scope: "session", subject: id });
  const mine = useModel().session.value?.owner_id === store.me.value?.id;
  useFresh((frame) => frame.session_id === id && NEWS.has(frame.event ?? ""), caps.reload);
  const rows = caps.rows ?? [];
  if (!mine && rows.length === 0) return null;
  return h(
    "section",
    { class: "stack tight" },
    h(
      "div",
      { class: "section-head" },
      h("h4", null, t("Budgets")),
      mine && h(Button, { small: true, icon: "plus", run: () => setAdding(true) }, t("Set one")),
    ),
    rows.length > 0 &&
      h(
        "ul",
        { class: "budgets" },
        rows.map((cap) => h("li", { key: cap.id }, h(BudgetRow, { cap, onChange: caps.reload }))),
      ),
    adding &&
      h(NewBudget, {
        fixed: { scope: "session", subject: id },
        onClose: () => setAdding(false),
        onDone: caps.reload,
      }),
  );
}

/** @param {{rows: import("../../../types/api").ModelUsage[]}} props */
const ByModel = ({ rows }) =>
  h(
    Table,
    {
      heads: [
        t("Model"),
        { label: t("Cost"), num: true },
        { label: t("Tokens"), num: true },
        { label: t("Calls"), num: true },
      ],
      dense: true,
      label: t("By model"),
    },
    rows.map((row) =>
      h(
        "tr",
        { key: row.model },
        h("th", { scope: "row" }, row.model),
        h("td", { class: "num" }, costFigure(row)),
        h(
          "td",
          { class: "num" },
          tokens(row.input + row.output + row.cache_read + row.cache_write),
        ),
        h("td", { class: "num" }, tokens(row.calls)),
      ),
    ),
  );

/** @param {{list: import("../../../types/api").Child[]}} props */
const Family = ({ list }) =>
  h(
    Table,
    {
      heads: [
        t("Sub-agent"),
        { label: t("Cost"), num: true },
        { label: t("With its own"), num: true },
      ],
      dense: true,
      label: t("By sub-agent"),
    },
    list.map((child) =>
      h(
        "tr",
        { key: child.id },
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            {
              type: "button",
              class: "button link truncate",
              onClick: () => openWindow(`session.${child.id}`),
            },
            child.name || t("Sub-agent"),
          ),
        ),
        h("td", { class: "num" }, costFigure(child.usage.own)),
        h("td", { class: "num" }, costFigure(child.usage.inclusive)),
      ),
    ),
  );
