/**
 * Words of the interface. `t()` marks a string for the gettext catalogue and translates it.
 *
 * A catalogue maps message ids to translations (a list of forms for plurals), as Django's JSON
 * catalogue does. Without one the ids themselves are shown.
 */

/**
 * @typedef {{catalog?: Record<string, string | string[]>, plural?: (count: number) => number,
 *   locale?: string}} Catalogue
 */

/** @type {Required<Catalogue>} */
const current = { catalog: {}, plural: (count) => (count === 1 ? 0 : 1), locale: "en" };

/** @param {Catalogue} catalogue */
export function useCatalogue(catalogue) {
  Object.assign(current, catalogue);
}

export const locale = () => current.locale;

/**
 * @param {string} message with `{name}` places
 * @param {Record<string, string | number>} [values]
 */
export function t(message, values) {
  const found = current.catalog[message];
  return fill(Array.isArray(found) ? found[0] : (found ?? message), values);
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} count shown at `{count}`
 * @param {Record<string, string | number>} [values]
 */
export function tn(one, many, count, values) {
  const found = current.catalog[one];
  const forms = Array.isArray(found) ? found : [one, many];
  return fill(forms[current.plural(count)] ?? many, { count, ...values });
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
function fill(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}
