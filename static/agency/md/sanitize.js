/** The one place where text becomes HTML. Its policy is the only one that the page trusts. */
import DOMPurify from "dompurify";

const OPTIONS = {
  USE_PROFILES: { html: true },
  ADD_ATTR: ["target"],
  FORBID_TAGS: [
    "style",
    "form",
    "input",
    "textarea",
    "select",
    "option",
    "svg",
    "math",
    "video",
    "audio",
  ],
  FORBID_ATTR: ["style", "id", "name", "srcset", "ping", "action", "formaction", "background"],
  RETURN_DOM_FRAGMENT: true,
};

/**
 * @param {string} html
 * @returns {DocumentFragment}
 */
export function toFragment(html) {
  return /** @type {any} */ (DOMPurify.sanitize(html, /** @type {any} */ (OPTIONS)));
}
