import { h } from "preact";
import { t } from "../core/i18n.js";
import { Dialog } from "../ui/dialog.js";
import { generalCommands, goCommands, overlay, windowCommands } from "./commands.js";
import { shown } from "./palette.js";

/** Keys that a window handles itself. @returns {[string, [string, string[]][]][]} */
const inside = () => [
  [
    t("Lists and inbox"),
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
      [t("Write"), ["/"]],
      [t("Send"), ["Enter"]],
      [t("New line"), ["⇧Enter"]],
      [t("Stop the turn"), ["Esc"]],
    ],
  ],
];

/** Every key there is. */
export function KeyboardSheet() {
  const commands = [...generalCommands(), ...goCommands(), ...windowCommands()].filter(
    (command) => command.keys,
  );
  const groups = [...Map.groupBy(commands, (command) => command.group)].map(
    ([group, list]) =>
      /** @type {[string, [string, string[]][]]} */ ([
        group,
        list.map((one) => [one.label, one.keys ?? []]),
      ]),
  );
  return h(
    Dialog,
    {
      title: t("Keyboard"),
      wide: true,
      onClose: () => {
        overlay.value = null;
      },
    },
    h(
      "div",
      { class: "sheet" },
      [...groups, ...inside()].map(([group, rows]) =>
        h(
          "section",
          { key: group },
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
        ),
      ),
    ),
  );
}
