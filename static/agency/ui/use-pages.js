import { useState } from "preact/hooks";
import { api } from "../net/api.js";
import { useLoad } from "./use-load.js";

const SETTLE_MS = 180;

/**
 * @typedef {object} Pages
 * @property {any[] | null} rows those of all pages read so far; null until the first came
 * @property {any} error what refused the first page
 * @property {boolean} loading
 * @property {boolean} isMore whether there are further ones
 * @property {any} moreError what refused a further page
 * @property {() => Promise<void>} more reads the next page; calls at the same time are one
 * @property {() => void} reload
 */

/**
 * A list that the server gives page by page, along each page's `next`.
 * @param {string | null} path null while there is nothing to ask for
 * @param {Record<string, any>} [query]
 * @param {{settle?: boolean}} [how] `settle` waits for a pause in the typing first
 * @returns {Pages}
 */
export function usePages(path, query = {}, { settle = false } = {}) {
  const key = path === null ? "" : `${path}?${JSON.stringify(query)}`;
  const [further, setFurther] = useState(
    /** @type {{rows: any[], next: string | null, of: any, busy: boolean, error: any}} */ (REST),
  );
  const first = useLoad(
    async (signal) => {
      if (path === null) return null;
      if (settle) await new Promise((go) => setTimeout(go, SETTLE_MS));
      signal.throwIfAborted();
      return api.get(path, { signal, query });
    },
    [key],
  );
  const page = first.value;
  const mine = further.of === page ? further : { ...REST, next: page?.next ?? null };
  const more = async () => {
    if (!mine.next || mine.busy) return;
    setFurther({ ...mine, of: page, busy: true, error: null });
    try {
      const { results, next } = await api.get(pathOf(mine.next));
      setFurther({ rows: [...mine.rows, ...results], next, of: page, busy: false, error: null });
    } catch (error) {
      setFurther({ ...mine, of: page, busy: false, error });
    }
  };
  return {
    rows: page && [...page.results, ...mine.rows],
    error: first.error,
    loading: first.loading,
    isMore: mine.next !== null,
    moreError: mine.error,
    more,
    reload: first.reload,
  };
}

const REST = { rows: [], next: null, of: null, busy: false, error: null };

/** An address of this site without its host, which a proxy may have written otherwise. @param {string} next */
function pathOf(next) {
  const url = new URL(next, location.href);
  return url.pathname + url.search;
}
