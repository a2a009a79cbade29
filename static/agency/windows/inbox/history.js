import { h } from "preact";
import { t } from "../../core/i18n.js";
import { waitWords } from "../../core/plain-words.js";
import { store } from "../../core/store.js";
import { openWindow } from "../../desktop/open.js";
import { api } from "../../net/api.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { Time } from "../../ui/time.js";
import { useLoad } from "../../ui/use-load.js";
import { outcome } from "./outcome.js";

/** @typedef {import("../../types/api").Interruption} Interruption */

/** What was answered lately. @param {{focused: boolean}} props */
export function Answered({ focused }) {
  const pending = store.interruptions.value.size;
  const { value, error, loading, reload } = useLoad(
    async (signal) => {
      const page = await api.get("/api/interruption/", {
        signal,
        query: { status: "answered,expired,cancelled", limit: 100 },
      });
      return /** @type {Interruption[]} */ (page.results ?? page).filter(
        (one) => one.status !== "pending",
      );
    },
    [pending, focused],
  );
  if (error && !value) return h(Failure, { error, retry: reload });
  if (loading && !value) return h(Loading, null);
  if (!value?.length) return h(Empty, { icon: "history", title: t("Nothing was answered yet") });
  return h(
    "div",
    { class: "pane scroll" },
    h(
      "ul",
      { class: "waits" },
      value.map((one) =>
        h(
          "li",
          { key: one.id },
          h(
            "button",
            {
              type: "button",
              class: "wait-row calm",
              onClick: () => openWindow(`session.${one.session_id}`),
            },
            h(
              "span",
              { class: "grow stack tight" },
              h("span", { class: "truncate" }, waitWords(one)),
              h("span", { class: "truncate small dim" }, one.session_name || one.agent_name),
            ),
            h("span", { class: "chip" }, outcome(one)),
            h(Time, { at: one.resolved_at, class: "small dim num" }),
          ),
        ),
      ),
    ),
  );
}
