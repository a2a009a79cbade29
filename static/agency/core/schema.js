/** Checks JSON against the part of JSON Schema that tools use, with words a person can act on. */
import { t } from "./i18n.js";

/** @typedef {import("../types/api").JsonSchema} JsonSchema */

/**
 * @param {JsonSchema | undefined} schema
 * @param {unknown} value
 * @param {string} [at] the path so far
 * @returns {string[]} empty when it fits
 */
export function problemsOf(schema, value, at = "") {
  if (!schema) return [];
  const here = at || t("the input");
  if (schema.anyOf) {
    const fits = schema.anyOf.some((option) => problemsOf(option, value, at).length === 0);
    return fits ? [] : [t("{at} has none of the allowed forms", { at: here })];
  }
  if (schema.enum && !schema.enum.some((option) => option === value)) {
    return [t("{at} must be one of: {options}", { at: here, options: schema.enum.join(", ") })];
  }
  if (schema.type && !isType(schema.type, value)) {
    return [t("{at} must be {type}", { at: here, type: [schema.type].flat().join(" | ") })];
  }
  return [
    ...sizeProblems(schema, value, here),
    ...objectProblems(schema, value, at),
    ...itemProblems(schema, value, at),
  ];
}

/** @type {Record<string, (value: any) => boolean>} */
const TYPES = {
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

/**
 * @param {string | string[]} type
 * @param {unknown} value
 */
const isType = (type, value) => [type].flat().some((name) => TYPES[name]?.(value) ?? true);

/**
 * @param {JsonSchema} schema
 * @param {unknown} value
 * @param {string} here
 */
function sizeProblems(schema, value, here) {
  if (typeof value === "number") {
    if (value < (schema.minimum ?? -Infinity))
      return [t("{at} must be at least {n}", { at: here, n: Number(schema.minimum) })];
    if (value > (schema.maximum ?? Infinity))
      return [t("{at} must be at most {n}", { at: here, n: Number(schema.maximum) })];
  }
  if (typeof value === "string") {
    if (value.length < (schema.minLength ?? 0)) return [t("{at} is too short", { at: here })];
    if (value.length > (schema.maxLength ?? Infinity)) return [t("{at} is too long", { at: here })];
  }
  return [];
}

/**
 * @param {JsonSchema} schema
 * @param {any} value
 * @param {string} at
 */
function objectProblems(schema, value, at) {
  if (!TYPES.object(value)) return [];
  const known = schema.properties ?? {};
  const path = (/** @type {string} */ name) => (at ? `${at}.${name}` : name);
  const missing = (schema.required ?? []).filter((name) => !(name in value));
  const closed = schema.additionalProperties === false;
  const unknown = closed ? Object.keys(value).filter((name) => !(name in known)) : [];
  return [
    ...missing.map((name) => t("{at} is missing", { at: path(name) })),
    ...unknown.map((name) => t("{at} is not known to this tool", { at: path(name) })),
    ...Object.keys(value).flatMap((name) => problemsOf(known[name], value[name], path(name))),
  ];
}

/**
 * @param {JsonSchema} schema
 * @param {unknown} value
 * @param {string} at
 */
function itemProblems(schema, value, at) {
  if (!Array.isArray(value) || !schema.items) return [];
  return value.flatMap((item, index) => problemsOf(schema.items, item, `${at}[${index}]`));
}
