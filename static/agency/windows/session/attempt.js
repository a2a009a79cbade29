import { t } from "../../core/i18n.js";
import { asFailure } from "../../net/errors.js";
import { toast } from "../../ui/toast.js";

/**
 * Carry out an intent; what refuses it is told in a notice with the cause.
 * @template T
 * @param {() => Promise<T>} act
 * @param {string} what e.g. "The branch was not switched"
 * @returns {Promise<T | null>} null when it was refused
 */
export async function attempt(act, what) {
  try {
    return await act();
  } catch (error) {
    const { title, detail } = asFailure(error);
    toast(t("{what}: {cause}", { what, cause: detail || title }), { kind: "error" });
    return null;
  }
}
