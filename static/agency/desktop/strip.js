import { signal } from "@preact/signals";
import { h } from "preact";
import { t, tn } from "../core/i18n.js";
import { store } from "../core/store.js";
import { Icon } from "../ui/icon.js";
import { second } from "../ui/time.js";
import { overlay } from "./commands.js";
import { prefix } from "./keys.js";
import { openWindow } from "./open.js";

/** Words for what model calls cost since midnight; null while nothing is known. @type {import("@preact/signals").Signal<string | null>} */
export const costToday = signal(null);

/** A short break of the line is a quiet dot; after this it is said aloud. */
const PATIENCE_MS = 2000;

const WORKING = new Set(["queued", "running", "waiting_retry"]);

/** One line about everything: the connection, what runs, what waits, what it cost today. */
export function Strip() {
  const cost = costToday.value;
  return h(
    "footer",
    { class: "strip", "aria-label": t("Status") },
    h(Line, null),
    h(Running, null),
    h(Waiting, null),
    cost !== null &&
      h(
        Button,
        {
          run: () => openWindow("usage;range=7"),
          title: t("What model calls cost since midnight"),
        },
        h(Icon, { name: "wallet", size: 12 }),
        t("{money} today", { money: cost }),
      ),
    h("span", { class: "grow" }),
    prefix.value &&
      h(
        "span",
        { class: "strip-item", role: "status" },
        h("kbd", null, prefix.value),
        t("then another key…"),
      ),
    h(Button, { run: cover }, h("kbd", null, "?"), t("keys")),
  );
}

const cover = () => {
  overlay.value = "keys";
};

/** @param {{run: () => void, class?: string, title?: string, children?: any}} props */
const Button = ({ run, class: extra = "", title, children }) =>
  h("button", { type: "button", class: `strip-item ${extra}`, title, onClick: run }, children);

function Running() {
  const rows = [...store.sessions.value.values()];
  const count = rows.filter((row) => WORKING.has(row.value.status)).length;
  return h(
    Button,
    { run: () => openWindow("sessions;status=running") },
    h("span", { class: `dot ${count ? "working" : "hollow"}` }),
    tn("{count} running", "{count} running", count),
  );
}

function Waiting() {
  const count = store.interruptions.value.size;
  return h(
    Button,
    { run: () => openWindow("inbox"), class: count ? "pressing" : "" },
    h("span", { class: `dot ${count ? "waiting" : "hollow"}` }),
    tn("{count} waiting", "{count} waiting", count),
  );
}

function Line() {
  const state = store.connection.value;
  const words = {
    connecting: t("Connecting"),
    live: t("Live"),
    reconnecting: t("Reconnecting"),
    offline: t("Offline"),
  };
  const look = { connecting: "hollow", live: "steady", reconnecting: "working", offline: "failed" };
  return h(
    "span",
    { class: "strip-item" },
    h("span", { class: `dot ${look[state]}` }),
    words[state],
  );
}

/** Said in full once a break lasts; everything shown stays readable meanwhile. */
export function Banner() {
  const state = store.connection.value;
  const broken = state === "offline" || state === "reconnecting";
  if (!broken) return null;
  return h(Broken, { state });
}

/** @param {{state: string}} props */
function Broken({ state }) {
  const long = second.value - store.since.value > PATIENCE_MS;
  if (!long) return null;
  return h(
    "div",
    { class: "banner", role: "status" },
    h(Icon, { name: "wifi-off", size: 14 }),
    state === "offline"
      ? t("You are offline. What you see may be old; what you send goes out when the line is back.")
      : t("The line to the server broke; trying again. What you send goes out when it is back."),
  );
}
