import { t } from "../../../core/i18n.js";

/** @returns {Record<string, string>} */
export const unitWords = () => ({
  usd: t("dollars"),
  tokens: t("tokens"),
  calls: t("model calls"),
  seconds: t("seconds of model calls"),
});
