import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { deletePolicy } from "../../intents/delete_policy.js";
import { Time } from "../../ui/time.js";
import { argumentWords, outcomeWords, scopeWords } from "./rules.js";

/** @typedef {import("./rules.js").Policy} Policy */

/** Rules with their scope and lifetime; each can be taken back. @param {{rules: Policy[], onChange: () => void}} props */
export function RuleList({ rules, onChange }) {
  const revoke = (/** @type {Policy} */ rule) => {
    deletePolicy(rule.id).then(onChange, report);
  };
  if (rules.length === 0)
    return h("p", { class: "dim" }, t("No rules. “Always” on an approval card writes one here."));
  return h(
    "ul",
    { class: "rules" },
    rules.map((rule) =>
      h(
        "li",
        { key: rule.id, class: "rule" },
        h("span", { class: "chip" }, outcomeWords(rule.outcome)),
        h(
          "span",
          { class: "grow stack tight" },
          h(
            "span",
            { class: "truncate" },
            h("code", null, rule.pattern),
            rule.argument !== null &&
              h(
                "span",
                { class: "soft" },
                ` ${t("for exactly")} `,
                h("code", null, argumentWords(rule.argument)),
              ),
          ),
          h(
            "span",
            { class: "dim small truncate" },
            whose(rule),
            rule.reason ? ` · ${rule.reason}` : "",
          ),
        ),
        rule.expires_at
          ? h("span", { class: "small dim" }, t("until"), " ", h(Time, { at: rule.expires_at }))
          : h("span", { class: "small dim" }, t("until revoked")),
        h(
          "button",
          { type: "button", class: "button small", onClick: () => revoke(rule) },
          t("Revoke"),
        ),
      ),
    ),
  );
}

/** @param {Policy} rule */
function whose(rule) {
  const agent = rule.agent_id ? store.agents.value.get(rule.agent_id)?.name : null;
  const session = rule.session_id ? store.sessions.value.get(rule.session_id)?.value.name : null;
  const name = agent ?? session;
  return name ? `${scopeWords(rule.scope)}: ${name}` : scopeWords(rule.scope);
}
