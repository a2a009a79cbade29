/** Spans of whole days in the time zone of the page. Pure: the present moment is passed in. */
import { locale } from "./i18n.js";

/** @typedef {{from: string, to: string}} Span both days included, as `2026-01-31` */

export const RANGES = ["7", "30", "90"];
const MOST_DAYS = 366;

/** @param {Date} date */
export const toDay = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** The midnight that a day begins with; null for what is no day. @param {string | undefined} day */
export function midnight(day) {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "");
  if (!parts) return null;
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return toDay(date) === day ? date : null;
}

/** @param {string} day @param {number} by */
export function shift(day, by) {
  const date = /** @type {Date} */ (midnight(day));
  return toDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() + by));
}

/**
 * The span that an address names: `range` days up to today, or `from` and `to`.
 * @param {Record<string, string>} params @param {Date} now
 * @returns {Span}
 */
export function spanOf({ range, from, to }, now) {
  const today = toDay(now);
  if (range === "custom" && midnight(from) && midnight(to)) {
    const [first, last] = [from, to].sort();
    const [, begin] = [first, shift(last, 1 - MOST_DAYS)].sort();
    return { from: begin, to: last };
  }
  const count = RANGES.includes(range) ? Number(range) : 30;
  return { from: shift(today, 1 - count), to: today };
}

/** Every day of a span. @param {Span} span @returns {string[]} */
export function daysOf({ from, to }) {
  const days = [];
  for (let day = from; day <= to && days.length < MOST_DAYS; day = shift(day, 1)) days.push(day);
  return days;
}

/** The span as moments, for a query. @param {Span} span */
export const momentsOf = ({ from, to }) => ({
  since: /** @type {Date} */ (midnight(from)).toISOString(),
  until: /** @type {Date} */ (midnight(shift(to, 1))).toISOString(),
});

/** The zone of the page's days by its name; the server knows those of the tz database. */
export function zone() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone?.includes("/") ? timeZone : "UTC";
}

/** @param {string} day @param {Intl.DateTimeFormatOptions} [how] */
export const dayWords = (day, how = { day: "numeric", month: "short" }) =>
  new Intl.DateTimeFormat(locale(), how).format(/** @type {Date} */ (midnight(day)));
