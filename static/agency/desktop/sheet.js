import { h } from "preact";
import { t } from "../core/i18n.js";
import { Dialog } from "../ui/dialog.js";
import { allCommands } from "./commands.js";
import { groupBy } from "./group-by.js";
import { shown } from "./palette-entries.js";

/** Keys that a window handles itself. @returns {[string, [string, string[]][]][]} */
const inside = () => [
  [
    t("Lists, search and inbox"),
    [
      [t("Next, previous"), ["j", "k"]],
      [t("Open"), ["Enter"]],
      [t("Allow"), ["a"]],
      [t("Edit what will run"), ["e"]],
      [t("Deny"), ["d"]],
    ],
  ],
  [
    t("Session"),
    [
      [t("Send"), ["Enter"]],
      [t("New line"), ["⇧Enter"]],
      [t("Next, previous message"), ["j", "k"]],
      [t("What can be done from a message on"), ["m"]],
      [t("Move a waiting message"), ["Alt", "↑↓"]],
      [t("Find in the session"), ["Ctrl F"]],
      [t("Earlier, later find"), ["Enter", "⇧Enter"]],
    ],
  ],
];

/** Every key there is. @param {{onClose: () => void}} props */
export function KeyboardSheet({ onClose }) {
  const commands = allCommands().filter((command) => command.keys);
  const groups = [...groupBy(commands, (command) => command.group)].map(
    ([group, list]) =>
      /** @type {[string, [string, string[]][]]} */ ([
        group,
        list.map((one) => [one.label, one.keys ?? []]),
      ]),
  );
  return h(
    Dialog,
    { title: t("Keyboard"), wide: true, onClose },
    h(
      "div",
      { class: "sheet", tabIndex: 0, role: "region", "aria-label": t("Keyboard") },
      [...groups, ...inside()].map(([group, rows]) => h(Group, { key: group, group, rows })),
    ),
  );
}

/** @param {{group: string, rows: [string, string[]][]}} props */
function Group({ group, rows }) {
  return h(
    "section",
    null,
    h("h3", null, group),
    h(
      "dl",
      null,
      rows.map(([label, keys]) =>
        h(
          "div",
          { key: label },
          h("dt", null, label),
          h(
            "dd",
            null,
            keys.map((key) => h("kbd", { key }, shown(key))),
          ),
        ),
      ),
    ),
  );
}
