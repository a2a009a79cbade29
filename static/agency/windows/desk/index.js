import { h } from "preact";
import { t } from "../../core/i18n.js";
import { waitWords } from "../../core/plain-words.js";
import { store } from "../../core/store.js";
import { openWindow } from "../../desktop/open.js";
import { waitingInOrder } from "../../desktop/waiting.js";
import { Button } from "../../ui/button.js";
import { Icon } from "../../ui/icon.js";
import { now, Time, Until } from "../../ui/time.js";
import { SessionRow } from "../sessions/row.js";
import { Ask } from "./ask.js";

const RECENT = 8;
const PRESSING = 5;

/** Where a day begins: a place to ask for something new, what waits, and what was open. */
export default function Desk() {
  const name = String(store.me.value?.name ?? store.me.value?.username ?? "");
  return h(
    "div",
    { class: "pane scroll" },
    h(
      "div",
      { class: "desk-page" },
      h("h3", { class: "greeting-line" }, `${greeting()}, ${name}`),
      h(Ask, null),
      h(NoKey, null),
      h(Waiting, null),
      h(Recent, null),
    ),
  );
}

function greeting() {
  const hour = new Date(now.value).getHours();
  if (hour < 5) return t("Good night");
  if (hour < 12) return t("Good morning");
  return hour < 18 ? t("Good afternoon") : t("Good evening");
}

/** @param {any} provider */
const answers = (provider) =>
  provider.enabled !== false &&
  provider.kind !== "demo" &&
  (provider.has_key || !provider.needs_key);

/** Only the demo model is there: say so, and offer the way out. */
function NoKey() {
  const providers = [...store.providers.value.values()];
  if (providers.length === 0 || providers.some(answers)) return null;
  const add = () => openWindow("settings;tab=providers;add=1");
  return h(
    "div",
    { class: "notice" },
    h(Icon, { name: "key" }),
    h(
      "span",
      { class: "grow" },
      t("The built-in demo model answers until you add a key of a real provider."),
    ),
    h(Button, { small: true, run: add }, t("Add a key")),
  );
}

/** @param {{id: string, title: string, action: any, children?: any}} props */
const Section = ({ id, title, action, children }) =>
  h(
    "section",
    { "aria-labelledby": id },
    h("div", { class: "section-head" }, h("h4", { id }, title), action),
    children,
  );

function Waiting() {
  const list = waitingInOrder.value;
  if (list.length === 0) return null;
  const inbox = h(
    Button,
    { kind: "quiet", small: true, run: () => openWindow("inbox") },
    t("Open the inbox ({count})", { count: list.length }),
  );
  return h(
    Section,
    { id: "desk-waiting", title: t("Waits for you"), action: inbox },
    h(
      "ul",
      { class: "waits" },
      list.slice(0, PRESSING).map((one) => h("li", { key: one.id }, h(WaitRow, { one }))),
    ),
  );
}

/** @param {{one: import("../../types/api").Interruption}} props */
const WaitRow = ({ one }) =>
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
      h("span", { class: "truncate" }, waitWords(one)),
      h("span", { class: "truncate small soft" }, one.session_name || one.agent_name),
    ),
    one.deadline
      ? h(Until, { at: one.deadline, class: "small" })
      : h(Time, { at: one.created_at, class: "small" }),
  );

function Recent() {
  const rows = [...store.sessions.value.values()]
    .map((row) => row.value)
    .filter((row) => !row.closed_at && !row.parent_id)
    .sort((a, b) => b.updated_at.localeCompare(a.updated_at))
    .slice(0, RECENT);
  const all = h(
    Button,
    { kind: "quiet", small: true, run: () => openWindow("sessions") },
    t("All sessions"),
  );
  return h(
    Section,
    { id: "desk-recent", title: t("Recent sessions"), action: all },
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
