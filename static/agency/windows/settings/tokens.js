import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { report } from "../../desktop/commands.js";
import { revokeToken } from "../../intents/issue_token.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { Icon } from "../../ui/icon.js";
import { Empty, Unread } from "../../ui/states.js";
import { Time } from "../../ui/time.js";
import { usePages } from "../../ui/use-pages.js";
import { NewToken } from "./new-token.js";

/** Keys for programs. The server keeps only a hash: each is shown once. */
export function TokensTab() {
  const list = usePages("/api/token/", { limit: 200 });
  const [adding, setAdding] = useState(false);
  const { rows, reload } = list;
  if (!rows) return h(Unread, { list });
  const tokens = rows.filter((/** @type {any} */ one) => !one.revoked_at);
  return h(
    "div",
    { class: "pane scroll form" },
    h(
      "div",
      { class: "section-head" },
      h("h3", null, t("API tokens")),
      h(Button, { icon: "plus", run: () => setAdding(true) }, t("New token")),
    ),
    h(
      "p",
      { class: "soft" },
      t("A program that sends one acts as you, in REST and on sockets:"),
      " ",
      h("code", null, "Authorization: Bearer …"),
    ),
    h(List, { tokens, onChange: reload }),
    adding && h(NewToken, { onClose: () => setAdding(false), onDone: reload }),
  );
}

/** @param {{tokens: any[], onChange: () => void}} props */
function List({ tokens, onChange }) {
  if (tokens.length === 0) return h(Empty, { icon: "key", title: t("No tokens") });
  return h(
    "ul",
    { class: "rules" },
    tokens.map((token) => h(Token, { key: token.id, token, onChange })),
  );
}

/** @param {{token: any, onChange: () => void}} props */
function Token({ token, onChange }) {
  const { name, created_at, last_used_at, scopes, expires_at } = token;
  return h(
    "li",
    { class: "rule" },
    h(Icon, { name: "key" }),
    h(
      "span",
      { class: "grow stack tight" },
      h("span", { class: "truncate" }, name),
      h(
        "span",
        { class: "dim small" },
        t("made"),
        " ",
        h(Time, { at: created_at }),
        ` · ${t("used")} `,
        last_used_at ? h(Time, { at: last_used_at }) : t("never"),
        scopes?.length > 0 && ` · ${scopes.join(", ")}`,
      ),
    ),
    expires_at && h("span", { class: "small dim" }, t("until"), " ", h(Time, { at: expires_at })),
    h(Revoke, { token, onChange }),
  );
}

/** @param {{token: any, onChange: () => void}} props */
function Revoke({ token, onChange }) {
  const [asking, setAsking] = useState(false);
  const revoke = () => {
    revokeToken(token.id).then(onChange, report);
  };
  return [
    h(Button, { key: "b", small: true, run: () => setAsking(true) }, t("Revoke")),
    asking &&
      h(Confirm, {
        key: "c",
        title: t("Revoke “{name}”?", { name: token.name }),
        text: t("Programs that use it are refused at once."),
        confirm: t("Revoke"),
        onConfirm: revoke,
        onClose: () => setAsking(false),
      }),
  ];
}
