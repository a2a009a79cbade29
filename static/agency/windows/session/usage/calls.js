import { h } from "preact";
import { t } from "../../../core/i18n.js";
import { duration, elapsed, money, tokens } from "../../../core/time.js";
import { openWindow } from "../../../desktop/open.js";
import { now, Time } from "../../../ui/time.js";
import { nameOf } from "../../usage/words.js";

/** @typedef {import("../../../types/api").ModelCall} ModelCall */

/** The newest rows of the ledger. @param {{calls: ModelCall[]}} props */
export function Calls({ calls }) {
  if (calls.length === 0) return h("p", { class: "soft" }, t("No model was asked yet."));
  return h(
    "section",
    { class: "stack tight" },
    h("h4", null, t("Newest model calls")),
    h(
      "ul",
      { class: "calls" },
      calls.map((call) => h("li", { key: call.id }, h(Call, { call }))),
    ),
  );
}

/** @param {{call: ModelCall}} props */
function Call({ call }) {
  const read = (call.cache_read_tokens ?? 0) + (call.cache_write_tokens ?? 0);
  const figures = `${tokens((call.input_tokens ?? 0) + read)} → ${tokens(call.output_tokens)}`;
  const failed = call.state === "failed" || call.state === "cut";
  return h(
    "button",
    {
      type: "button",
      class: "call-row",
      disabled: !call.run_id,
      title: call.run_id ? t("Open the run") : undefined,
      onClick: () => openWindow({ kind: "run", subject: call.run_id, params: {} }),
    },
    h(
      "span",
      { class: "row" },
      h("span", { class: "truncate grow" }, call.model),
      call.purpose !== "turn" &&
        h("span", { class: "chip" }, nameOf("purpose", { key: call.purpose })),
      failed && h("span", { class: "chip failed" }, t("failed")),
      h("span", { class: "num" }, call.cost_usd === null ? "–" : money(call.cost_usd)),
    ),
    h(
      "span",
      { class: "row small dim" },
      h("span", { class: "grow" }, figures, call.estimated ? " ≈" : ""),
      h("span", { class: "num" }, duration(elapsed(call.started_at, call.ended_at, now.value))),
      h(Time, { at: call.started_at, class: "num" }),
    ),
  );
}
