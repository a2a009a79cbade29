/** What the server, or the way to it, refused: one class for REST and the socket. */
import { t } from "../core/i18n.js";

/** @typedef {import("../types/api").Problem} Problem */

export class ApiError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.name = "ApiError";
    this.status = problem.status ?? 0;
    /** Stable; `unreachable` and `no_answer` are the client's own. */
    this.code = problem.code ?? "unknown";
    this.title = problem.title ?? problem.code;
    this.detail = problem.detail ?? "";
    /** @type {Record<string, string[]>} */
    this.errors = problem.errors ?? {};
    this.problem = problem;
  }

  /** Whether the same request may succeed later without a change. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

export const unreachable = () =>
  new ApiError({
    type: "about:blank",
    code: "unreachable",
    status: 0,
    title: t("The server cannot be reached"),
    detail: t("Check the connection; nothing you wrote is lost."),
  });

export const noAnswer = () =>
  new ApiError({
    type: "about:blank",
    code: "no_answer",
    status: 0,
    title: t("The server did not answer in time"),
    detail: t("Trying again is safe: nothing is done twice."),
  });

/**
 * @param {unknown} error
 * @returns {{code: string, title: string, detail?: string}} plain, for states and rows
 */
export function asFailure(error) {
  if (error instanceof ApiError) {
    const fields = Object.entries(error.errors).map(
      ([name, texts]) => `${name}: ${texts.join(" ")}`,
    );
    const isTold = fields.every((field) => error.detail.includes(field));
    const detail = isTold ? error.detail : [error.detail, ...fields].filter(Boolean).join(" ");
    return { code: error.code, title: error.title, detail };
  }
  return { code: "client_error", title: t("Something broke in this page"), detail: String(error) };
}
