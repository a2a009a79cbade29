import { t } from "../../core/i18n.js";
import { asFailure } from "../../net/errors.js";
import { toast } from "../../ui/toast.js";

/**
 * Carry out an intent; what refuses it is told in a notice with the cause.
 * @param {() => Promise<any>} act
 * @param {string} what e.g. "The branch was not switched"
 * @returns {Promise<boolean>} whether it was done
 */
export async function attempt(act, what) {
  try {
    await act();
    return true;
  } catch (error) {
    const { title, detail } = asFailure(error);
    toast(t("{what}: {cause}", { what, cause: detail || title }), { kind: "error" });
    return false;
  }
}
