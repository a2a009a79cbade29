import { h } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { openSession, reloadSession } from "../../intents/open_session.js";
import { lazy } from "../../ui/lazy.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { Bar } from "./bar.js";
import { Composer } from "./composer.js";
import { Find } from "./find/index.js";
import { createModel, ModelContext, useModel } from "./model.js";
import { Notices } from "./notices.js";
import { Panel, panelOf } from "./panel.js";
import { PeekFoot, usePeek } from "./peek.js";
import { Transcript } from "./transcript.js";

/**
 * One session as a conversation.
 * @param {{address: import("../../types/state").Address, focused?: boolean}} props
 */
export default function SessionWindow({ address, focused = false }) {
  const id = address.subject;
  if (!id)
    return h(Empty, { icon: "message-square", title: t("No session is named by this address") });
  return h(OpenSession, { key: id, id, address, focused });
}

/** @param {{id: string, address: import("../../types/state").Address, focused: boolean}} props */
function OpenSession({ id, address, focused }) {
  const model = useMemo(() => createModel(id, address), [id]);
  useEffect(() => openSession(id), [id]);
  const status = model.status.value;
  if (status === "loading") return h(Loading, { label: t("Loading the session") });
  if (status === "error") {
    return h(Failure, { error: model.error.value, retry: () => reloadSession(id) });
  }
  if (status === "gone") {
    return h(
      Empty,
      { icon: "trash-2", title: t("This session is not here") },
      t("It was deleted, or it is not yours to see. Close this window, or open another session."),
    );
  }
  return h(
    ModelContext.Provider,
    { value: model },
    h(
      "div",
      { class: `session ${panelOf(address) ? "has-panel" : ""}` },
      h(Bar, { address }),
      h(Find, { address, focused }),
      h(
        "div",
        { class: "session-body" },
        h(Conversation, { address, focused }),
        h(Panel, { address }),
      ),
    ),
  );
}

const QueueList = lazy(() => import("./queue/index.js").then((module) => module.QueueList));

/** Messages that wait for their turn, if any does. */
const Waiting = () => (useModel().queue.value.length > 0 ? h(QueueList, null) : null);

/** The branch that the session shows, or the one that the address names. @param {{address: import("../../types/state").Address, focused: boolean}} props */
function Conversation({ address, focused }) {
  const model = useModel();
  const peek = usePeek(model, address);
  if (peek)
    return h(
      ModelContext.Provider,
      { value: peek, key: peek.branchId.value ?? "" },
      h(
        "div",
        { class: "session-main" },
        h(Transcript, { address, focused }),
        h(PeekFoot, { address, model }),
      ),
    );
  return h(
    "div",
    { class: "session-main", key: "own" },
    h(Transcript, { address, focused }),
    h(
      "div",
      { class: "session-foot" },
      h(Notices, null),
      h(Waiting, null),
      h(Composer, { focused }),
    ),
  );
}
