import { h } from "preact";
import { t, tn } from "../core/i18n.js";
import { store } from "../core/store.js";
import { Icon } from "../ui/icon.js";
import { Menu } from "../ui/menu.js";
import { allowed, describe, kinds, railKinds } from "./catalogue.js";
import { overlay, report } from "./commands.js";
import { addresses, focused, layout, openWindow } from "./open.js";
import { phone } from "./size.js";
import { setTheme, theme } from "./theme.js";

/** What a phone's bar has room for; the rest is one tap further. */
const ON_PHONE = ["desk", "inbox", "sessions", "agents"];

/** The way to every window. */
export function Rail() {
  const shown = railKinds.filter(
    (kind) => allowed(kind) && (!phone.value || ON_PHONE.includes(kind)),
  );
  return h(
    "nav",
    { class: "rail", "aria-label": t("Main") },
    !phone.value && h(Head, null),
    h(
      "ul",
      { class: "rail-list" },
      shown.map((kind) => h("li", { key: kind }, h(Item, { kind }))),
    ),
    phone.value ? h(More, null) : h(Person, null),
  );
}

function Head() {
  const workspace = [...store.workspaces.value.values()][0];
  return h(
    "div",
    { class: "rail-head" },
    h(
      "div",
      { class: "rail-name row" },
      h("span", { class: "mark", "aria-hidden": "true" }),
      h("strong", { class: "truncate rail-label" }, workspace?.name ?? "Agency"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button rail-new",
        title: t("New session"),
        onClick: () => {
          overlay.value = "new-session";
        },
      },
      h(Icon, { name: "square-pen" }),
      h("span", { class: "rail-label" }, t("New session")),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button quiet rail-find",
        title: t("Find windows and commands"),
        onClick: () => {
          overlay.value = "palette";
        },
      },
      h(Icon, { name: "search" }),
      h("span", { class: "rail-label" }, t("Find")),
      h("kbd", { class: "rail-label" }, "Ctrl K"),
    ),
  );
}

/** @param {{kind: string}} props */
function Item({ kind }) {
  const { icon, title } = kinds[kind];
  const current = focused.value ? addresses.value.get(focused.value)?.kind : null;
  const waiting = kind === "inbox" ? store.interruptions.value.size : 0;
  return h(
    "button",
    {
      type: "button",
      class: "rail-item",
      title: title(),
      "aria-current": current === kind ? "page" : undefined,
      onClick: () => openWindow(kind),
    },
    h(Icon, { name: icon, size: phone.value ? 20 : 16 }),
    h("span", { class: "rail-label" }, title()),
    waiting > 0 &&
      h(
        "span",
        { class: "badge" },
        h("span", { "aria-hidden": "true" }, waiting > 99 ? "99+" : waiting),
        h(
          "span",
          { class: "visually-hidden" },
          tn("{count} waits for you", "{count} wait for you", waiting),
        ),
      ),
  );
}

/** @returns {import("../ui/menu.js").MenuItem[]} */
function personal() {
  const pick = (
    /** @type {string} */ wanted,
    /** @type {string} */ label,
    /** @type {string} */ icon,
  ) => ({
    label,
    icon,
    checked: theme() === wanted,
    run: () => {
      setTheme(wanted).catch(report);
    },
  });
  return [
    { label: t("Profile and preferences"), icon: "user", run: () => openWindow("settings") },
    {
      label: t("Keyboard shortcuts"),
      icon: "keyboard",
      hint: "?",
      run: () => {
        overlay.value = "keys";
      },
    },
    ...(store.me.value?.is_staff
      ? [
          {
            label: t("Administration"),
            icon: "shield",
            run: () => {
              location.assign("/admin/");
            },
          },
        ]
      : []),
    { separator: true, label: "" },
    pick("system", t("Colours of the system"), "monitor"),
    pick("light", t("Light"), "sun"),
    pick("dark", t("Dark"), "moon"),
    { separator: true, label: "" },
    {
      label: t("Sign out"),
      icon: "log-out",
      run: () => {
        import("../intents/logout.js").then(({ logout }) => logout());
      },
    },
  ];
}

function Person() {
  const name = String(store.me.value?.name || store.me.value?.username || "");
  const text = [
    h("span", { class: "avatar", "aria-hidden": "true", key: "a" }, name.slice(0, 1).toUpperCase()),
    h("span", { class: "truncate rail-label grow", key: "b" }, name),
  ];
  return h(
    "div",
    { class: "rail-foot" },
    h(Menu, {
      label: t("You: {name}", { name }),
      text,
      items: personal,
      class: "button quiet rail-person",
      align: "start",
    }),
  );
}

/** On a phone: the windows that are open, the other kinds, and the personal menu. */
function More() {
  const items = () => [
    {
      label: t("New session"),
      icon: "square-pen",
      run: () => {
        overlay.value = "new-session";
      },
    },
    {
      label: t("Find"),
      icon: "search",
      run: () => {
        overlay.value = "palette";
      },
    },
    ...layout.value.recent
      .filter((key) => key !== focused.value)
      .slice(-5)
      .toReversed()
      .flatMap((key) => {
        const address = addresses.value.get(key);
        return address
          ? [
              {
                label: describe(address).title,
                icon: describe(address).icon,
                run: () => openWindow(address),
              },
            ]
          : [];
      }),
    { separator: true, label: "" },
    ...railKinds
      .filter((kind) => allowed(kind) && !ON_PHONE.includes(kind))
      .map((kind) => ({
        label: kinds[kind].title(),
        icon: kinds[kind].icon,
        run: () => openWindow(kind),
      })),
    ...personal(),
  ];
  const text = [
    h(Icon, { name: "menu", size: 20, key: "i" }),
    h("span", { class: "rail-label", key: "l" }, t("More")),
  ];
  return h(Menu, { label: t("More"), text, items, class: "rail-item", align: "end" });
}
