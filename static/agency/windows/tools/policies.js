import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { report } from "../../desktop/commands.js";
import { deletePolicy } from "../../intents/delete_policy.js";
import { savePolicy } from "../../intents/save_policy.js";
import { api } from "../../net/api.js";
import { Button } from "../../ui/button.js";
import { Select } from "../../ui/fields.js";
import { Failure, Loading } from "../../ui/states.js";
import { Table } from "../../ui/table.js";
import { useLoad } from "../../ui/use-load.js";
import { AddRule } from "./add-rule.js";
import { RuleList } from "./rule-list.js";
import { covers, effectWords, originWords, outcomeWords } from "./rules.js";

/** @typedef {import("./rules.js").Policy} Policy */

/** The tools with the policy in force for an agent, a session, or the workspace. @param {{agentId?: string, sessionId?: string}} scope */
export function useTools({ agentId, sessionId }) {
  return useLoad(
    async (signal) => {
      const query = { agent: agentId, session: sessionId, limit: 200 };
      const [tools, policies] = await Promise.all([
        api.get("/api/tool/", { signal, query }),
        api.get("/api/policy/", { signal, query: { limit: 200 } }),
      ]);
      return {
        tools: tools.results ?? tools,
        policies: /** @type {Policy[]} */ (policies.results ?? policies),
      };
    },
    [agentId, sessionId],
  );
}

/** An agent's tools: what is in force and why, and the agent's own rule. @param {{agentId: string}} props */
export function PolicyTable({ agentId }) {
  const { value, error, reload } = useTools({ agentId });
  const [adding, setAdding] = useState(false);
  if (error && !value) return h(Failure, { error, retry: reload });
  if (!value) return h(Loading, null);
  const own = value.policies.filter((rule) => rule.agent_id === agentId);
  return h(
    "div",
    { class: "stack loose" },
    h(Rules, { tools: value.tools, own, agentId, onChange: reload }),
    h(
      "section",
      { class: "stack" },
      h(
        "div",
        { class: "section-head" },
        h("h3", null, t("Rules of this agent")),
        h(Button, { small: true, icon: "plus", run: () => setAdding(true) }, t("Add a rule")),
      ),
      h(RuleList, { rules: own, onChange: reload }),
    ),
    adding &&
      h(AddRule, {
        fixed: { scope: "agent", agent_id: agentId },
        onClose: () => setAdding(false),
        onDone: reload,
      }),
  );
}

/** @param {{tools: any[], own: Policy[], agentId: string, onChange: () => void}} props */
function Rules({ tools, own, agentId, onChange }) {
  const ruleOf = (/** @type {any} */ tool) =>
    own.find((rule) => rule.pattern === tool.name && rule.argument === null);
  return h(
    Table,
    { heads: [t("Tool"), t("In force"), t("This agent's rule")] },
    tools.map((tool) =>
      h(
        "tr",
        { key: tool.id },
        h(
          "th",
          { scope: "row" },
          h("code", null, tool.name),
          h("span", { class: "dim small block" }, effectWords(tool.effect).short),
        ),
        h("td", null, h(Outcome, { effective: tool.effective })),
        h("td", null, h(OwnRule, { tool, agentId, rule: ruleOf(tool), onChange })),
      ),
    ),
  );
}

/** @param {{effective: any}} props */
export const Outcome = ({ effective }) =>
  effective
    ? h(
        "span",
        { class: "outcome", title: effective.reason },
        h("strong", null, outcomeWords(effective.outcome)),
        h("span", { class: "dim small block" }, originWords(effective)),
      )
    : h("span", { class: "dim" }, "–");

/** @param {{tool: any, agentId: string, rule: Policy | undefined, onChange: () => void}} props */
function OwnRule({ tool, agentId, rule, onChange }) {
  const [busy, setBusy] = useState(false);
  const choose = async (/** @type {string} */ outcome) => {
    setBusy(true);
    try {
      if (rule) await deletePolicy(rule.id);
      if (outcome)
        await savePolicy({ scope: "agent", agent_id: agentId, pattern: tool.name, outcome });
      onChange();
    } catch (error) {
      report(error);
    }
    setBusy(false);
  };
  return h(Select, {
    label: t("Rule of this agent for {tool}", { tool: tool.name }),
    hideLabel: true,
    disabled: busy,
    empty: t("No rule"),
    value: rule?.outcome,
    options: ["allow", "ask", "deny"].map((value) => ({ value, label: outcomeWords(value) })),
    onChange: choose,
  });
}

/** The rules that speak of one tool. @param {Policy[]} policies @param {string} name */
export const rulesOf = (policies, name) => policies.filter((rule) => covers(rule.pattern, name));
