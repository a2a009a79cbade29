import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { report } from "../../desktop/commands.js";
import { issueToken, revokeToken } from "../../intents/issue_token.js";
import { api } from "../../net/api.js";
import { copyText } from "../../ui/copy-id.js";
import { Confirm, Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { Time } from "../../ui/time.js";
import { useLoad } from "../../ui/use-load.js";

/** Keys for programs. The server keeps only a hash: each is shown once. */
export function TokensTab() {
  const loaded = useLoad((signal) => api.get("/api/token/", { signal, query: { limit: 200 } }), []);
  const [adding, setAdding] = useState(false);
  if (loaded.error && !loaded.value)
    return h(Failure, { error: loaded.error, retry: loaded.reload });
  if (!loaded.value) return h(Loading, null);
  const tokens = (loaded.value.results ?? loaded.value).filter(
    (/** @type {any} */ one) => !one.revoked_at,
  );
  const add = h(
    "button",
    { type: "button", class: "button", onClick: () => setAdding(true) },
    h(Icon, { name: "plus" }),
    t("New token"),
  );
  return h(
    "div",
    { class: "pane scroll form" },
    h("div", { class: "section-head" }, h("h2", null, t("API tokens")), add),
    h(
      "p",
      { class: "soft" },
      t("A program that sends one acts as you, in REST and on sockets:"),
      " ",
      h("code", null, "Authorization: Bearer …"),
    ),
    tokens.length === 0
      ? h(Empty, { icon: "key", title: t("No tokens") })
      : h(
          "ul",
          { class: "rules" },
          tokens.map((/** @type {any} */ one) =>
            h(Token, { key: one.id, token: one, onChange: loaded.reload }),
          ),
        ),
    adding && h(NewToken, { onClose: () => setAdding(false), onDone: loaded.reload }),
  );
}

/** @param {{token: any, onChange: () => void}} props */
function Token({ token, onChange }) {
  const [asking, setAsking] = useState(false);
  return h(
    "li",
    { class: "rule" },
    h(Icon, { name: "key" }),
    h(
      "span",
      { class: "grow stack tight" },
      h("span", { class: "truncate" }, token.name),
      h(
        "span",
        { class: "dim small" },
        t("made"),
        " ",
        h(Time, { at: token.created_at }),
        " · ",
        t("used"),
        " ",
        token.last_used_at ? h(Time, { at: token.last_used_at }) : t("never"),
        token.scopes?.length > 0 && ` · ${token.scopes.join(", ")}`,
      ),
    ),
    token.expires_at &&
      h("span", { class: "small dim" }, t("until"), " ", h(Time, { at: token.expires_at })),
    h(
      "button",
      { type: "button", class: "button small", onClick: () => setAsking(true) },
      t("Revoke"),
    ),
    asking &&
      h(Confirm, {
        title: t("Revoke “{name}”?", { name: token.name }),
        text: t("Programs that use it are refused at once."),
        confirm: t("Revoke"),
        onConfirm: () => {
          revokeToken(token.id).then(onChange, report);
        },
        onClose: () => setAsking(false),
      }),
  );
}

/** @param {{onClose: () => void, onDone: () => void}} props */
function NewToken({ onClose, onDone }) {
  const [name, setName] = useState("");
  const [made, setMade] = useState("");
  const [problem, setProblem] = useState("");
  const make = () => {
    issueToken(name.trim()).then(
      (answer) => {
        setMade(answer.token);
        onDone();
      },
      (error) => setProblem(error.errors?.name?.[0] ?? error.detail ?? error.title),
    );
  };
  const copy = () => {
    copyText(made).catch(() =>
      setProblem(t("Copying is not allowed here; mark the text instead.")),
    );
  };
  if (made) {
    return h(
      Dialog,
      {
        title: t("Your token"),
        onClose,
        footer: h(
          "button",
          { type: "button", class: "button primary", onClick: onClose },
          t("I have kept it"),
        ),
      },
      h("p", null, t("This is the only time it is shown.")),
      h(
        "div",
        { class: "row" },
        h("input", {
          class: "input mono grow",
          readOnly: true,
          value: made,
          "aria-label": t("Token"),
          onFocus: (/** @type {any} */ event) => event.currentTarget.select(),
        }),
        h(
          "button",
          { type: "button", class: "button", onClick: copy },
          h(Icon, { name: "copy" }),
          t("Copy"),
        ),
      ),
      problem && h("p", { class: "problem" }, problem),
    );
  }
  return h(
    Dialog,
    {
      title: t("New token"),
      onClose,
      onSubmit: make,
      footer: h(
        "button",
        { type: "submit", class: "button primary", disabled: !name.trim() },
        t("Make it"),
      ),
    },
    h(TextField, {
      label: t("What is it for?"),
      value: name,
      onChange: setName,
      problem,
      maxLength: 120,
    }),
  );
}
