import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { setParams } from "../../desktop/open.js";
import { Button } from "../../ui/button.js";
import { SearchField, Select } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { Tabs } from "../../ui/tabs.js";
import { AddRule } from "./add-rule.js";
import { Outcome, rulesOf, useTools } from "./policies.js";
import { RuleList } from "./rule-list.js";
import { effectWords } from "./rules.js";

/** What agents can do, and who said they may. @param {{address: import("../../types/state").Address}} props */
export default function Tools({ address }) {
  const { tab = "tools", q = "", agent = "" } = address.params;
  const loaded = useTools({ agentId: agent || undefined });
  const [adding, setAdding] = useState(/** @type {string | null} */ (null));
  const tabs = [
    { value: "tools", label: t("Tools") },
    { value: "rules", label: t("Rules") },
  ];
  return h(
    "div",
    { class: "pane" },
    h(Tabs, {
      label: t("Tools and rules"),
      tabs,
      value: tab,
      onChange: (next) => setParams(address, { tab: next }),
    }),
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, {
        label: t("Filter"),
        value: q,
        onChange: (text) => setParams(address, { q: text }),
      }),
      tab === "tools" &&
        h(Select, {
          label: t("In force for"),
          hideLabel: true,
          empty: t("Anyone"),
          value: agent,
          onChange: (id) => setParams(address, { agent: id }),
          options: [...store.agents.value.values()].map((one) => ({
            value: one.id,
            label: one.name,
          })),
        }),
      h(
        "button",
        { type: "button", class: "button", onClick: () => setAdding("") },
        h(Icon, { name: "plus" }),
        t("Rule"),
      ),
    ),
    h(Body, { loaded, tab, q, onAdd: setAdding }),
    adding !== null &&
      h(AddRule, { tool: adding, onClose: () => setAdding(null), onDone: loaded.reload }),
  );
}

/** @param {{loaded: any, tab: string, q: string, onAdd: (tool: string) => void}} props */
function Body({ loaded, tab, q, onAdd }) {
  const { value, error, reload } = loaded;
  if (error && !value) return h(Failure, { error, retry: reload });
  if (!value) return h(Loading, null);
  const has = (/** @type {string} */ text) => text.toLowerCase().includes(q.toLowerCase());
  if (tab === "rules") {
    const rules = value.policies.filter((/** @type {any} */ rule) =>
      has(`${rule.pattern} ${rule.scope} ${rule.outcome}`),
    );
    return h("div", { class: "pane scroll form" }, h(RuleList, { rules, onChange: reload }));
  }
  const tools = value.tools.filter((/** @type {any} */ tool) =>
    has(`${tool.name} ${tool.description}`),
  );
  if (tools.length === 0) return h(Empty, { icon: "wrench", title: t("No tool fits") });
  return h(
    "ul",
    { class: "pane scroll" },
    tools.map((/** @type {any} */ tool) =>
      h(
        "li",
        { key: tool.id },
        h(ToolEntry, { tool, rules: rulesOf(value.policies, tool.name), onChange: reload, onAdd }),
      ),
    ),
  );
}

/** @param {{tool: any, rules: any[], onChange: () => void, onAdd: (tool: string) => void}} props */
const ToolEntry = ({ tool, rules, onChange, onAdd }) =>
  h(
    "details",
    { class: "tool-entry" },
    h(Line, { tool }),
    h(
      "div",
      { class: "tool-more stack" },
      h("p", { class: "soft pre" }, tool.description),
      h("p", { class: "dim small" }, effectWords(tool.effect).long),
      h(
        "div",
        { class: "section-head" },
        h("h3", { class: "small soft" }, t("Rules that speak of it")),
        h(Button, { small: true, run: () => onAdd(tool.name) }, t("Add a rule")),
      ),
      h(RuleList, { rules, onChange }),
      h(
        "details",
        null,
        h("summary", { class: "small soft" }, t("Input it takes")),
        h("pre", { class: "code-box" }, JSON.stringify(tool.schema, null, 2)),
      ),
    ),
  );

/** @param {{tool: any}} props */
function Line({ tool }) {
  const effect = effectWords(tool.effect);
  const missing = tool.available === false;
  return h(
    "summary",
    null,
    h(
      "span",
      { class: "grow stack tight" },
      h(
        "span",
        null,
        h("code", null, tool.name),
        missing && h("span", { class: "chip" }, t("not available")),
      ),
      h("span", { class: "dim small truncate" }, tool.description?.split("\n")[0]),
    ),
    h(
      "span",
      { class: "tool-marks" },
      h("span", { class: "chip", title: effect.long }, effect.short),
      tool.parallel && h("span", { class: "chip" }, t("Parallel")),
    ),
    h(Outcome, { effective: tool.effective }),
  );
}
