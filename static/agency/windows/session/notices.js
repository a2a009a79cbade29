import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { duration, toMs } from "../../core/time.js";
import { resumeSession } from "../../intents/resume_session.js";
import { Icon } from "../../ui/icon.js";
import { second } from "../../ui/time.js";
import { attempt } from "./attempt.js";
import { useModel } from "./model.js";

/** What stands between the person and the next answer: no connection, a closed session, a retry. */
export function Notices() {
  return [
    h(Connection, { key: "connection" }),
    h(Closed, { key: "closed" }),
    h(Retry, { key: "retry" }),
    h(Summarising, { key: "summarising" }),
  ];
}

/** A short break is only the strip's dot; after two seconds it is said. */
function Connection() {
  const state = store.connection.value;
  if (state === "live" || state === "connecting") return null;
  if (state !== "offline" && second.value - store.since.value < 2_000) return null;
  const text =
    state === "offline"
      ? t(
          "You are offline. Everything here stays readable; what you write is sent when the network is back.",
        )
      : t("Reconnecting… What you write waits and is sent then.");
  return h("p", { class: "notice", role: "status" }, h(Icon, { name: "wifi-off", size: 14 }), text);
}

function Closed() {
  const model = useModel();
  if (!model.session.value?.closed_at) return null;
  return h(
    "p",
    { class: "notice" },
    h(Icon, { name: "archive", size: 14 }),
    h("span", { class: "grow" }, t("This session is closed.")),
    h(
      "button",
      {
        type: "button",
        class: "button small",
        onClick: () => attempt(() => resumeSession(model.id), t("Not resumed")),
      },
      t("Resume"),
    ),
  );
}

/** The older messages are being summarised; that may take a while before the turn goes on. */
function Summarising() {
  const latest = useModel().context.value?.latest;
  if (latest?.state !== "running") return null;
  return h(
    "p",
    { class: "notice", role: "status" },
    h(Icon, { name: "fold-vertical", size: 14 }),
    h("span", { class: "grow" }, t("Summarising the older messages for the model…")),
    h("progress", { "aria-label": t("Summarising") }),
  );
}

/** The model refused for now; the server tries again by itself. */
function Retry() {
  const run = useModel().run.value;
  if (run?.status !== "queued" || !run.not_before) return null;
  const left = Math.round((toMs(run.not_before) - second.value) / 1000);
  const why = run.error?.detail || run.error?.title || t("The model's provider is busy.");
  const when = left > 0 ? t("Next try in {time}.", { time: duration(left) }) : t("Trying again…");
  return h(
    "p",
    { class: "notice", role: "status" },
    h(Icon, { name: "refresh-cw", size: 14 }),
    h("span", null, why, " ", when),
  );
}
