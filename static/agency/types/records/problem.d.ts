// Written by `python -m tests.arch.types_page`; a test compares it with the code.

/** Problem details (RFC 9457); `code` is stable, further members belong to the code. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: Record<string, string[]>;
  [key: string]: any;
}
