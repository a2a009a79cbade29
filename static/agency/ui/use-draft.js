import { useEffect, useState } from "preact/hooks";
import { t } from "../core/i18n.js";
import { asFailure } from "../net/errors.js";

/**
 * @typedef {object} Draft
 * @property {any} value what the form shows
 * @property {(field: string) => (value: any) => void} set
 * @property {(field: string) => {value: any, onChange: (value: any) => void, problem: any}} field
 * @property {boolean} dirty
 * @property {boolean} busy
 * @property {Record<string, string[]>} problems by field
 * @property {{code: string, title: string, detail?: string} | null} error
 * @property {any} theirs the record as someone else saved it meanwhile, when that made a save refused
 * @property {() => Promise<void>} commit
 * @property {() => void} discard
 * @property {() => Promise<void>} takeMine save over what the other person saved
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

const REST = { busy: false, error: /** @type {any} */ (null), theirs: /** @type {any} */ (null) };

/**
 * What was touched, kept in this tab until it is saved.
 * @param {string} name
 * @returns {[Record<string, any>, (next: any) => void]}
 */
function useTouched(name) {
  const [touched, setTouched] = useState(() => kept(name));
  useEffect(() => {
    if (Object.keys(touched).length > 0) {
      sessionStorage.setItem(place(name), JSON.stringify(touched));
    } else sessionStorage.removeItem(place(name));
  }, [touched]);
  return [touched, setTouched];
}

/**
 * Touched fields without one that is again as it was.
 * @param {Record<string, any>} touched @param {any} record @param {string} field @param {any} value
 */
function touch(touched, record, field, value) {
  const { [field]: _old, ...rest } = touched;
  const same = JSON.stringify(value) === JSON.stringify(record[field]);
  return same ? rest : { ...rest, [field]: value };
}

/** @param {any} problem @param {any} record */
const refused = (problem, record) => ({
  busy: false,
  error: { ...asFailure(problem), errors: problem?.errors ?? {} },
  theirs: problem?.code === "stale" ? (problem.problem?.current ?? record) : null,
});

/**
 * A form over one record: only what was touched is a draft; it survives a reload, and what others
 * change meanwhile shows in the untouched fields at once.
 * @param {{name: string, record: any, fields: string[], save: (record: any) => Promise<any>}} options
 * @returns {Draft}
 */
export function useDraft({ name, record, fields, save }) {
  const [touched, setTouched] = useTouched(name);
  const [base, setBase] = useState(record.version);
  const [state, setState] = useState(REST);
  const dirty = Object.keys(touched).length > 0;
  useEffect(() => {
    if (!dirty) setBase(record.version);
  }, [record.version, dirty]);
  const value = { ...Object.fromEntries(fields.map((one) => [one, record[one]])), ...touched };
  const write = async (/** @type {number | undefined} */ version) => {
    setState({ ...REST, busy: true });
    try {
      const saved = await save(record.id ? { id: record.id, ...touched, version } : value);
      setTouched({});
      setBase(saved?.version);
      setState(REST);
    } catch (error) {
      setState(refused(error, record));
    }
  };
  const problems = state.error?.errors ?? {};
  const set = (/** @type {string} */ one) => (/** @type {any} */ next) =>
    setTouched((/** @type {any} */ before) => touch(before, record, one, next));
  return {
    value,
    dirty,
    ...state,
    problems,
    set,
    field: (one) => ({ value: value[one], onChange: set(one), problem: problems[one] }),
    commit: () => write(base),
    discard: () => {
      setTouched({});
      setState(REST);
    },
    takeMine: () => write(state.theirs?.version ?? record.version),
  };
}

/** @param {Draft} draft */
export const draftWords = (draft) =>
  draft.busy ? t("Saving…") : draft.dirty ? t("Not saved yet; kept in this browser") : t("Saved");
