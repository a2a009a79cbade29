import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { overlay, report } from "../../desktop/commands.js";
import { openWindow } from "../../desktop/open.js";
import { waitingInOrder } from "../../desktop/waiting.js";
import { launchSession } from "../../intents/launch_session.js";
import { Select, TextArea } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { now, Time, Until } from "../../ui/time.js";
import { asOptions, firstAgent } from "../sessions/new-session.js";
import { SessionRow } from "../sessions/row.js";

const RECENT = 8;
const PRESSING = 5;

/** Where a day begins: what waits, what was open, and a place to ask for something new. */
export default function Desk() {
  const name = String(store.me.value?.name ?? store.me.value?.username ?? "");
  const hour = new Date(now.value).getHours();
  const greeting =
    hour < 5
      ? t("Good night")
      : hour < 12
        ? t("Good morning")
        : hour < 18
          ? t("Good afternoon")
          : t("Good evening");
  return h(
    "div",
    { class: "pane scroll" },
    h(
      "div",
      { class: "desk-page" },
      h("h1", null, `${greeting}, ${name}`),
      h(Ask, null),
      h(NoKey, null),
      h(Waiting, null),
      h(Recent, null),
    ),
  );
}

/** Ask for something: it becomes a session. */
function Ask() {
  const [text, setText] = useState("");
  const [agent, setAgent] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = agent || firstAgent();
  const begin = async () => {
    if (!text.trim() || busy) return;
    setBusy(true);
    try {
      const session = await launchSession({ agent_id: chosen, prompt: text.trim() });
      setText("");
      openWindow(`session.${session.id}`);
    } catch (error) {
      report(error);
    }
    setBusy(false);
  };
  return h(
    "form",
    {
      class: "ask card",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        begin();
      },
    },
    h(TextArea, {
      label: t("What should be done?"),
      hideLabel: true,
      placeholder: t("What should be done?"),
      rows: 2,
      value: text,
      onChange: setText,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          begin();
        }
      },
    }),
    h(
      "div",
      { class: "row wrap" },
      h(Select, {
        label: t("Agent"),
        hideLabel: true,
        value: chosen,
        onChange: setAgent,
        options: asOptions(store.agents.value),
      }),
      h("span", { class: "grow" }),
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": t("More choices"),
          title: t("More choices"),
          onClick: () => {
            overlay.value = "new-session";
          },
        },
        h(Icon, { name: "sliders-horizontal" }),
      ),
      h(
        "button",
        { type: "submit", class: "button primary", disabled: !text.trim() || busy },
        h(Icon, { name: "send", size: 14 }),
        t("Begin"),
      ),
    ),
  );
}

/** Only the demo model is there: say so, and offer the way out. */
function NoKey() {
  const real = [...store.providers.value.values()].some(
    (one) => one.enabled !== false && one.kind !== "demo" && (one.has_key || !one.needs_key),
  );
  if (real || store.providers.value.size === 0) return null;
  return h(
    "div",
    { class: "notice" },
    h(Icon, { name: "key" }),
    h(
      "span",
      { class: "grow" },
      t("The built-in demo model answers until you add a key of a real provider."),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button small",
        onClick: () => openWindow("settings;tab=providers;add=1"),
      },
      t("Add a key"),
    ),
  );
}

function Waiting() {
  const list = waitingInOrder.value;
  if (list.length === 0) return null;
  return h(
    "section",
    { "aria-labelledby": "desk-waiting" },
    h(
      "div",
      { class: "section-head" },
      h("h2", { id: "desk-waiting" }, t("Waits for you")),
      h(
        "button",
        { type: "button", class: "button quiet small", onClick: () => openWindow("inbox") },
        tn("Open the inbox ({count})", "Open the inbox ({count})", list.length),
      ),
    ),
    h(
      "ul",
      { class: "waits" },
      list.slice(0, PRESSING).map((one) =>
        h(
          "li",
          { key: one.id },
          h(
            "button",
            {
              type: "button",
              class: "wait-row",
              onClick: () => openWindow(`session.${one.session_id};i=${one.id}`),
            },
            h(Icon, { name: one.kind === "question" ? "circle-help" : "hand" }),
            h(
              "span",
              { class: "grow stack tight" },
              h("span", { class: "truncate" }, one.prompt.title),
              h("span", { class: "truncate small soft" }, one.session_name || one.agent_name),
            ),
            one.deadline
              ? h(Until, { at: one.deadline, class: "small" })
              : h(Time, { at: one.created_at, class: "small" }),
          ),
        ),
      ),
    ),
  );
}

function Recent() {
  const rows = [...store.sessions.value.values()]
    .map((row) => row.value)
    .filter((row) => !row.closed_at)
    .sort((a, b) => b.updated_at.localeCompare(a.updated_at))
    .slice(0, RECENT);
  return h(
    "section",
    { "aria-labelledby": "desk-recent" },
    h(
      "div",
      { class: "section-head" },
      h("h2", { id: "desk-recent" }, t("Recent sessions")),
      h(
        "button",
        { type: "button", class: "button quiet small", onClick: () => openWindow("sessions") },
        t("All sessions"),
      ),
    ),
    rows.length === 0
      ? h("p", { class: "soft" }, t("Nothing yet. Ask for something above, and it appears here."))
      : h(
          "ul",
          { class: "plain-rows" },
          rows.map((row) =>
            h("li", { key: row.id }, h(SessionRow, { session: row, selected: true })),
          ),
        ),
  );
}
