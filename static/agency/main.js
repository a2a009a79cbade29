/** Where the page begins. */
import { h, render } from "preact";
import { t } from "./core/i18n.js";
import { store } from "./core/store.js";
import { report } from "./desktop/commands.js";
import { listenToKeys } from "./desktop/keys.js";
import { restore } from "./desktop/open.js";
import { Shell } from "./desktop/shell.js";
import { followKeyboard } from "./desktop/size.js";
import { followTheme } from "./desktop/theme.js";
import { asFailure } from "./net/errors.js";
import { startClient } from "./net/start.js";
import { Failure, Loading } from "./ui/states.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

/** What a first visit shows: the desk, and beside it the session that someone else opened or the newest. */
function firstWindows() {
  const rows = [...store.sessions.peek().values()].map((row) => row.peek());
  const live = rows
    .filter((row) => !row.closed_at && !row.parent_id)
    .sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  return live.length > 0 ? ["desk", `session.${live[0].id}`] : ["desk"];
}

async function start() {
  render(h("div", { class: "boot" }, h(Loading, { label: t("Opening your desk") })), root);
  try {
    await startClient();
  } catch (error) {
    render(
      h(
        "div",
        { class: "boot" },
        h(Failure, { error: asFailure(error), retry: () => location.reload() }),
      ),
      root,
    );
    return;
  }
  restore(store.me.peek()?.id ?? 0, firstWindows);
  followKeyboard();
  followTheme();
  listenToKeys();
  render(h(Shell, null), root);
  import("./desktop/later.js").then(({ followTheRest }) => followTheRest(), report);
}

start();
