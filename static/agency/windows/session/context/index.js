import { h } from "preact";
import { useState } from "preact/hooks";
import { fullness } from "../../../core/fold-row.js";
import { t } from "../../../core/i18n.js";
import { money, tokens } from "../../../core/time.js";
import { compactSession } from "../../../intents/compact_session.js";
import { Button } from "../../../ui/button.js";
import { Icon } from "../../../ui/icon.js";
import { attempt } from "../attempt.js";
import { Gauge } from "../meter.js";
import { useModel } from "../model.js";
import { togglePanel } from "../panel.js";
import { Summary } from "./summary.js";

/** What the model is sent of this conversation, how much room is left, and what it cost. @param {{address: import("../../../types/state").Address}} props */
export function Context({ address }) {
  const model = useModel();
  const context = model.context.value;
  const full = fullness(context);
  return h(
    "div",
    { class: "context-panel" },
    full
      ? h(
          "section",
          { class: "stack tight" },
          h(Gauge, full),
          h(
            "p",
            { class: "row" },
            h("strong", { class: "num" }, tokens(context?.tokens)),
            h("span", { class: "grow soft" }, t("of {n} tokens", { n: tokens(context?.window) })),
            h("span", { class: "num soft" }, `${full.share} %`),
          ),
          context?.threshold &&
            h(
              "p",
              { class: "small dim" },
              t("At {n} the older messages are summarised by themselves.", {
                n: tokens(context.threshold),
              }),
            ),
        )
      : h("p", { class: "soft" }, t("How full the window is shows after the first answer.")),
    h(Compact, { context }),
    context?.compaction && h(Summary, { compaction: context.compaction }),
    h(Spent, { address }),
  );
}

/** @param {{context: import("../../../types/api").Context | null}} props */
function Compact({ context }) {
  const model = useModel();
  const [isBusy, setBusy] = useState(false);
  const latest = context?.latest;
  const isRunning = latest?.state === "running";
  const isClosed = Boolean(model.session.value?.closed_at);
  const compact = async () => {
    setBusy(true);
    await attempt(() => compactSession(model.id), t("Not summarised"));
    setBusy(false);
  };
  const isOff = isBusy || isRunning || isClosed || model.run.value !== null;
  return h(
    "section",
    { class: "stack tight" },
    isRunning
      ? h(
          "div",
          { role: "status", class: "stack tight" },
          h("p", { class: "small" }, t("Summarising the older messages…")),
          h("progress", { "aria-label": t("Summarising") }),
        )
      : h(Button, { icon: "fold-vertical", run: compact, disabled: isOff }, t("Summarise now")),
    latest?.state === "failed" && h(Failed, { error: latest.error }),
    h(
      "p",
      { class: "small dim" },
      t("The model then gets a summary in place of the older messages. You still see all of them."),
    ),
  );
}

/** @param {{error: Record<string, any> | null}} props */
const Failed = ({ error }) =>
  h(
    "p",
    { class: "notice failed", role: "alert" },
    h(Icon, { name: "alert-triangle", size: 14 }),
    h(
      "span",
      null,
      h("strong", null, t("The last summary failed: "), error?.title ?? ""),
      " ",
      error?.hint || error?.detail,
    ),
  );

/** @param {{address: import("../../../types/state").Address}} props */
function Spent({ address }) {
  const usage = useModel().usage.value;
  if (!usage) return null;
  const row = (/** @type {string} */ label, /** @type {string} */ value) => [
    h("dt", { key: `${label}-t` }, label),
    h("dd", { key: `${label}-d`, class: "num" }, value),
  ];
  return h(
    "section",
    null,
    h("h4", null, t("Used so far")),
    h(
      "dl",
      { class: "totals" },
      row(t("Into the model"), tokens(usage.input)),
      row(t("Out of it"), tokens(usage.output)),
      row(t("Read from cache"), tokens(usage.cache_read)),
      row(t("Written to cache"), tokens(usage.cache_write)),
      row(t("Model calls"), String(usage.calls ?? 0)),
      row(
        t("Cost"),
        usage.cost_is_partial
          ? t("at least {cost}", { cost: money(usage.cost_usd ?? 0) })
          : money(usage.cost_usd),
      ),
    ),
    h(
      Button,
      { small: true, icon: "chart", run: () => togglePanel(address, "usage") },
      t("By model and call"),
    ),
  );
}
