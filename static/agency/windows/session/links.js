import { formatLocation } from "../../core/address.js";
import { t } from "../../core/i18n.js";
import { copyText } from "../../ui/copy-id.js";
import { attempt } from "./attempt.js";

/**
 * A link that opens a session at a branch, and there at a message.
 * @param {string} sessionId @param {{b?: string | null, m?: string | null}} place
 */
export const linkTo = (sessionId, place) =>
  location.origin +
  formatLocation([
    {
      kind: "session",
      subject: sessionId,
      params: /** @type {Record<string, string>} */ (
        Object.fromEntries(Object.entries(place).filter(([, value]) => value))
      ),
    },
  ]);

/** @param {string} sessionId @param {{b?: string | null, m?: string | null}} place */
export const copyLink = (sessionId, place) =>
  attempt(() => copyText(linkTo(sessionId, place)), t("The link was not copied"));
