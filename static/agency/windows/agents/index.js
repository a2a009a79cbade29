import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { useKeys } from "../../desktop/use-keys.js";
import { SearchField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { Empty } from "../../ui/states.js";
import { AgentEditor } from "./editor.js";

/** @param {{address: import("../../types/state").Address, focused: boolean}} props */
export default function Agents({ address, focused }) {
  return address.subject
    ? h(AgentEditor, { key: address.subject, id: address.subject, address })
    : h(AgentList, { address, focused });
}

/** @param {{address: import("../../types/state").Address, focused: boolean}} props */
function AgentList({ address, focused }) {
  const q = address.params.q ?? "";
  const [at, setAt] = useState(0);
  const agents = [...store.agents.value.values()]
    .filter((one) =>
      `${one.name} ${one.role} ${(one.aliases ?? []).join(" ")}`
        .toLowerCase()
        .includes(q.toLowerCase()),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  const go = (/** @type {number} */ by) => () => {
    const next = Math.min(Math.max(at + by, 0), agents.length - 1);
    setAt(next);
    /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".window.active .entity-row")])[
      next
    ]?.focus();
  };
  useKeys(focused, { j: go(1), k: go(-1), ArrowDown: go(1), ArrowUp: go(-1) });
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, {
        label: t("Filter agents"),
        value: q,
        onChange: (text) => setParams(address, { q: text }),
      }),
      h(
        "button",
        { type: "button", class: "button", onClick: () => openWindow("agents.new") },
        h(Icon, { name: "plus" }),
        t("New"),
      ),
    ),
    agents.length === 0
      ? h(
          Empty,
          { icon: "bot", title: q ? t("No agent fits") : t("No agents yet") },
          t("An agent is a name, a way of speaking, a model and the tools it may use."),
        )
      : h(
          "ul",
          { class: "plain-rows scroll" },
          agents.map((agent) => h("li", { key: agent.id }, h(AgentRow, { agent }))),
        ),
  );
}

/** @param {{agent: any}} props */
function AgentRow({ agent }) {
  const model = agent.model_id ? store.models.value.get(agent.model_id)?.name : null;
  return h(
    "button",
    { type: "button", class: "entity-row", onClick: () => openWindow(`agents.${agent.id}`) },
    h("span", { class: "avatar", "aria-hidden": "true" }, agent.name.slice(0, 1).toUpperCase()),
    h(
      "span",
      { class: "grow stack tight" },
      h(
        "span",
        { class: "truncate" },
        agent.name,
        agent.enabled === false && h("span", { class: "dim" }, ` · ${t("off")}`),
      ),
      h("span", { class: "truncate dim small" }, agent.role || t("No role")),
    ),
    h(
      "span",
      { class: "chip truncate" },
      h(Icon, { name: "cpu", size: 12 }),
      model ?? t("default model"),
    ),
  );
}
