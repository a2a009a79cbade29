import { h } from "preact";
import { useState } from "preact/hooks";
import { dayWords } from "../../core/days.js";
import { t } from "../../core/i18n.js";
import { stack, sums, ticks } from "../../core/plot.js";
import { DayTable } from "./day-table.js";

/**
 * @typedef {import("../../core/plot.js").Layer} Layer
 * @typedef {{layers: Layer[], days: string[], unit: string, format: (value: number) => string,
 *   isPartial: boolean, today: string}} Props
 */

const WHOLE = /** @type {Intl.DateTimeFormatOptions} */ ({
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const MARKS = 5;

/** @returns {Record<string, string>} */
const titles = () => ({
  cost: t("Cost by day"),
  tokens: t("Tokens by day"),
  calls: t("Model calls by day"),
});

/** The colour of a layer, by its place. @param {Layer[]} layers @param {string} key */
export function colourOf(layers, key) {
  const at = layers.findIndex((one) => one.key === key);
  return at < 0 || key === "" || key === "left" ? "layer-rest" : `layer-${at}`;
}

/**
 * Bars by day, layers by colour. A day is read by pointing at it or with the arrow keys; all values
 * stand in a table below.
 * @param {Props} props
 */
export function Plot(props) {
  const { layers, days, format, unit, isPartial } = props;
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const totals = sums(layers);
  const day = at !== null && at < days.length ? at : null;
  const shown = day === null ? totals.reduce((all, one) => all + one, 0) : totals[day];
  const amount = isPartial ? t("at least {cost}", { cost: format(shown) }) : format(shown);
  const title = titles()[unit];
  return h(
    "section",
    { class: "plot", "aria-label": title },
    h(
      "header",
      { class: "row wrap plot-head" },
      h("h3", null, title),
      h("span", { class: "grow" }),
      h(
        "span",
        { class: "soft" },
        day === null ? t("{n} days together", { n: days.length }) : dayWords(days[day], WHOLE),
      ),
      h("strong", { class: "num plot-value" }, amount),
    ),
    h(Field, { ...props, totals, day, setAt, text: amount }),
    h(Legend, { layers, day, format }),
    h(DayTable, { layers, days, totals, format }),
  );
}

/**
 * @param {Props & {totals: number[], day: number | null, setAt: (at: number | null) => void,
 *   text: string}} props
 */
function Field({ layers, days, unit, format, totals, day, setAt, text }) {
  const scale = ticks(Math.max(...totals));
  const end = scale[scale.length - 1];
  const last = days.length - 1;
  const value = day === null ? t("all days") : dayWords(days[day], WHOLE);
  return h(
    "div",
    { class: "plot-field" },
    scale.map((value) =>
      h(
        "span",
        { key: value, class: "plot-tick small dim", style: { bottom: `${(value / end) * 100}%` } },
        h("span", null, format(value)),
      ),
    ),
    h(
      "div",
      {
        class: "plot-area",
        role: "slider",
        tabIndex: 0,
        "aria-label": t("{what}; the arrow keys read a day", { what: titles()[unit] }),
        "aria-valuemin": 0,
        "aria-valuemax": last,
        "aria-valuenow": day ?? last,
        "aria-valuetext": `${value}: ${text}`,
        onKeyDown: (/** @type {KeyboardEvent} */ event) => walk(event, day, last, setAt),
        onPointerLeave: () => setAt(null),
        onBlur: () => setAt(null),
      },
      h(Bars, { layers, days, end, day, setAt }),
    ),
    h(Marks, { days }),
  );
}

/**
 * The arrow keys go from day to day; Escape leaves to all of them.
 * @param {KeyboardEvent} event @param {number | null} day @param {number} last
 * @param {(at: number | null) => void} setAt
 */
function walk(event, day, last, setAt) {
  const now = day ?? last + 1;
  const to = /** @type {Record<string, number | null>} */ ({
    ArrowLeft: Math.max(0, now - 1),
    ArrowRight: Math.min(last, now + 1),
    Home: 0,
    End: last,
    Escape: null,
  });
  if (!Object.hasOwn(to, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  setAt(to[event.key]);
}

/**
 * @param {{layers: Layer[], days: string[], end: number, day: number | null,
 *   setAt: (at: number) => void}} props
 */
function Bars({ layers, days, end, day, setAt }) {
  const gap = days.length > 45 ? 0.16 : 0.28;
  const column = stack(layers, end);
  return h(
    "svg",
    { viewBox: `0 0 ${days.length} 100`, preserveAspectRatio: "none", "aria-hidden": "true" },
    days.map((name, at) =>
      h(
        "g",
        { key: name, class: at === day ? "plot-day here" : "plot-day" },
        h("rect", {
          class: "plot-band",
          x: at,
          y: 0,
          width: 1,
          height: 100,
          onPointerMove: () => setAt(at),
          onPointerDown: () => setAt(at),
        }),
        (column[at] ?? []).map(({ key, from, to }) =>
          h("rect", {
            key,
            class: `plot-bar ${colourOf(layers, key)}`,
            x: at + gap / 2,
            width: 1 - gap,
            y: 100 - to * 100,
            height: (to - from) * 100,
          }),
        ),
      ),
    ),
  );
}

/** Some of the days by name, under their bars. @param {{days: string[]}} props */
function Marks({ days }) {
  const count = Math.min(MARKS, days.length);
  const steps = Math.max(1, count - 1);
  const places = Array.from({ length: count }, (_, at) =>
    Math.round((at * (days.length - 1)) / steps),
  );
  return h(
    "div",
    { class: "plot-marks small dim", "aria-hidden": "true" },
    places.map((at) =>
      h(
        "span",
        { key: at, style: { left: `${((at + 0.5) / days.length) * 100}%` } },
        dayWords(days[at]),
      ),
    ),
  );
}

/** @param {{layers: Layer[], day: number | null, format: (value: number) => string}} props */
const Legend = ({ layers, day, format }) =>
  h(
    "ul",
    { class: "plot-legend" },
    layers.map(({ key, label, values }) =>
      h(
        "li",
        { key },
        h("span", { class: `swatch ${colourOf(layers, key)}`, "aria-hidden": "true" }),
        h("span", { class: "truncate" }, label),
        day !== null && h("span", { class: "num dim" }, format(values[day])),
      ),
    ),
  );
