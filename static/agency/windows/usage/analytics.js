import { h } from "preact";
import { momentsOf, RANGES, spanOf } from "../../core/days.js";
import { t, tn } from "../../core/i18n.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { Button } from "../../ui/button.js";
import { Segmented, Select } from "../../ui/fields.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { Table } from "../../ui/table.js";
import { now, Time } from "../../ui/time.js";
import { usePages } from "../../ui/use-pages.js";

/** @typedef {import("../../types/api").AnalyticsEvent} Counted */

const EVENTS = [
  "session_started",
  "first_message",
  "session_resumed",
  "session_branched",
  "session_completed",
  "session_error",
  "turn_completed",
  "tool_executed",
  "approval_requested",
  "approval_resolved",
  "model_switched",
  "mode_switched",
];

/** `tool_executed` as "tool executed". @param {string} event */
const plain = (event) => event.replaceAll("_", " ");

/** What is counted of the use of the product: figures and ids, no words. @param {{address: import("../../types/state").Address}} props */
export function Analytics({ address }) {
  const { event = "", range } = address.params;
  const span = spanOf({ range }, new Date(now.value));
  const query = { ...momentsOf(span), ...(event && { event }), limit: 200 };
  const pages = usePages("/api/analytics/", query);
  return h(
    "div",
    { class: "pane scroll usage-page" },
    h(
      "div",
      { class: "usage-controls" },
      h(Segmented, {
        label: t("Days"),
        value: RANGES.includes(range) ? range : "30",
        options: RANGES.map((value) => ({ value, label: t("{n} days", { n: value }) })),
        onChange: (value) => setParams(address, { range: value }),
      }),
      h(Select, {
        label: t("Event"),
        value: event,
        empty: t("All events"),
        options: EVENTS.map((value) => ({ value, label: plain(value) })),
        onChange: (value) => setParams(address, { event: value }),
      }),
    ),
    pages.error
      ? h(Failure, { error: pages.error, retry: pages.reload })
      : pages.rows
        ? h(Rows, { pages, rows: pages.rows })
        : h(Loading, null),
  );
}

/** @param {{pages: import("../../ui/use-pages.js").Pages, rows: Counted[]}} props */
function Rows({ pages, rows }) {
  if (rows.length === 0)
    return h(Empty, { icon: "chart", title: t("Nothing was counted in these days") });
  return [
    h(Counts, { key: "counts", rows, isMore: pages.isMore }),
    h(
      Table,
      {
        key: "rows",
        heads: [t("Event"), t("When"), t("Session"), t("Figures")],
        label: t("Counted events"),
        dense: true,
      },
      rows.map((row) => h(Row, { key: row.id, row })),
    ),
    pages.isMore &&
      h(
        "div",
        { class: "more", key: "more" },
        h(Button, { kind: "quiet", run: pages.more }, t("Show more")),
      ),
  ];
}

/** How often each event is among the rows. @param {{rows: Counted[], isMore: boolean}} props */
function Counts({ rows, isMore }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { event } of rows) counts.set(event, (counts.get(event) ?? 0) + 1);
  return h(
    "div",
    { class: "row wrap" },
    h(
      "span",
      { class: "soft" },
      isMore
        ? tn("The newest {count}:", "The newest {count}:", rows.length)
        : tn("{count} in all:", "{count} in all:", rows.length),
    ),
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([event, count]) =>
        h(
          "span",
          { key: event, class: "chip" },
          plain(event),
          " ",
          h("strong", { class: "num" }, count),
        ),
      ),
  );
}

/** @param {unknown} value ids are long, and their ends tell them apart */
function figure(value) {
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text) ? `…${text.slice(-8)}` : text;
}

/** @param {{row: Counted}} props */
function Row({ row }) {
  const { session_id: session, properties } = row;
  const open = () => openWindow(`session.${session}`);
  const figures = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${plain(name)} ${figure(value)}`);
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, plain(row.event)),
    h("td", null, h(Time, { at: row.at })),
    h(
      "td",
      null,
      session
        ? h(
            "button",
            { type: "button", class: "button link mono", onClick: open },
            `…${session.slice(-8)}`,
          )
        : h("span", { class: "dim" }, "–"),
    ),
    h("td", { class: "small soft figures" }, figures.join(" · ")),
  );
}
