/** Times and amounts as people read them. Pure: the present moment is always passed in. */
import { locale, t } from "./i18n.js";

/**
 * @param {string | number | null | undefined} time
 * @returns {number} milliseconds, NaN when absent
 */
export function toMs(time) {
  if (time === null || time === undefined) return Number.NaN;
  return typeof time === "number" ? time : Date.parse(time);
}

const STEPS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]);

/**
 * "5 minutes ago", "in 2 hours"; "just now" or "now" within three quarters of a minute. The present
 * moment comes in steps, so what is a little ahead of it has just happened too.
 * @param {string | number | null | undefined} time
 * @param {number} now milliseconds
 */
export function relative(time, now) {
  const seconds = (toMs(time) - now) / 1000;
  if (Number.isNaN(seconds)) return "";
  if (Math.abs(seconds) < 45) return seconds > 20 ? t("now") : t("just now");
  const [unit, size] = STEPS.find(([, span]) => Math.abs(seconds) >= span) ?? ["minute", 60];
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" });
  return format.format(Math.round(seconds / size), unit);
}

/**
 * The exact moment, for a hover text.
 * @param {string | number | null | undefined} time
 */
export function exact(time) {
  const ms = toMs(time);
  if (Number.isNaN(ms)) return "";
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "medium" }).format(ms);
}

/**
 * A length of time: "0.4 s", "41 s", "2 min 05 s", "3 h 10 min".
 * @param {number | null | undefined} seconds
 */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) return "";
  if (seconds < 10) return t("{n} s", { n: Math.max(0, Math.round(seconds * 10) / 10) });
  const whole = Math.round(seconds);
  if (whole < 60) return t("{n} s", { n: whole });
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return t("{m} min {s} s", { m: minutes, s: pad(whole % 60) });
  return t("{h} h {m} min", { h: Math.floor(minutes / 60), m: pad(minutes % 60) });
}

/**
 * Seconds from one time to another, or to now while the second is open.
 * @param {string | null | undefined} from
 * @param {string | null | undefined} to
 * @param {number} now
 */
export function elapsed(from, to, now) {
  const start = toMs(from);
  const end = to ? toMs(to) : now;
  return Number.isNaN(start) ? Number.NaN : Math.max(0, (end - start) / 1000);
}

/**
 * Money as it was charged: two digits from a cent on, two significant ones below.
 * @param {string | number | null | undefined} amount in USD
 */
export function money(amount) {
  if (amount === null || amount === undefined || amount === "") return t("unknown cost");
  const value = Number(amount);
  const small = value > 0 && value < 0.01;
  /** @type {Intl.NumberFormatOptions} */
  const digits = small
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale(), { style: "currency", currency: "USD", ...digits }).format(
    value,
  );
}

/** @param {number | null | undefined} count */
export function tokens(count) {
  return new Intl.NumberFormat(locale(), { notation: "compact", maximumFractionDigits: 1 }).format(
    count ?? 0,
  );
}

/** @param {number} value */
const pad = (value) => String(value).padStart(2, "0");
