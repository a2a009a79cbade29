import { useEffect, useState } from "preact/hooks";
import { t } from "../core/i18n.js";
import { asFailure } from "../net/errors.js";

/**
 * @typedef {object} Draft
 * @property {any} value what the form shows
 * @property {(field: string) => (value: any) => void} set
 * @property {boolean} dirty
 * @property {boolean} busy
 * @property {Record<string, string[]>} problems by field
 * @property {{code: string, title: string, detail?: string} | null} error
 * @property {any} theirs the record as someone else saved it meanwhile, when that made a save refused
 * @property {() => Promise<void>} commit
 * @property {() => void} discard
 * @property {() => void} takeMine save over what the other person saved
 */

/** @param {string} name */
const place = (name) => `agency.draft.${name}`;

/** @param {string} name @returns {any} */
function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(place(name)) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/**
 * A form over one record: only what was touched is a draft; it survives a reload, and what others
 * change meanwhile shows in the untouched fields at once.
 * @param {{name: string, record: any, fields: string[], save: (record: any) => Promise<any>}} options
 * @returns {Draft}
 */
export function useDraft({ name, record, fields, save }) {
  const [touched, setTouched] = useState(() => kept(name));
  const [base, setBase] = useState(record.version);
  const [state, setState] = useState({
    busy: false,
    error: /** @type {any} */ (null),
    theirs: /** @type {any} */ (null),
  });
  const dirty = Object.keys(touched).length > 0;
  useEffect(() => {
    if (dirty) sessionStorage.setItem(place(name), JSON.stringify(touched));
    else sessionStorage.removeItem(place(name));
  }, [touched]);
  useEffect(() => {
    if (!dirty) setBase(record.version);
  }, [record.version, dirty]);
  const value = {
    ...Object.fromEntries(fields.map((field) => [field, record[field]])),
    ...touched,
  };
  const write = async (/** @type {number | undefined} */ version) => {
    setState({ busy: true, error: null, theirs: null });
    try {
      const whole = record.id ? { id: record.id, ...touched, version } : value;
      const saved = await save(whole);
      setTouched({});
      setBase(saved?.version);
      setState({ busy: false, error: null, theirs: null });
    } catch (error) {
      const problem = /** @type {any} */ (error);
      const theirs = problem?.code === "stale" ? (problem.problem?.current ?? record) : null;
      setState({
        busy: false,
        error: { ...asFailure(error), errors: problem?.errors ?? {} },
        theirs,
      });
    }
  };
  return {
    value,
    dirty,
    ...state,
    problems: state.error?.errors ?? {},
    set: (field) => (next) =>
      setTouched((/** @type {any} */ before) => {
        const { [field]: _old, ...rest } = before;
        return JSON.stringify(next) === JSON.stringify(record[field])
          ? rest
          : { ...rest, [field]: next };
      }),
    commit: () => write(base),
    discard: () => {
      setTouched({});
      setState({ busy: false, error: null, theirs: null });
    },
    takeMine: () => {
      write(state.theirs?.version ?? record.version);
    },
  };
}

/** @param {Draft} draft */
export const draftWords = (draft) =>
  draft.busy ? t("Saving…") : draft.dirty ? t("Not saved yet; kept in this browser") : t("Saved");
