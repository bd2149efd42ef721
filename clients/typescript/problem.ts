import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** An answer that says what went wrong: a problem document (RFC 9457), or an error of the token endpoint. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** The kind of error: the address where it is explained. */
  readonly type: string;
  /** The kind of error by itself, such as `invalid-score`; of a token OAuth's, such as `invalid_client`. */
  readonly code: string;
  readonly title: string;
  /** What is wrong with this request, for people. */
  readonly detail: string;
  /** Each wrong member or parameter. */
  readonly errors: readonly Schemas['FieldError'][];
  /** The HTTP status. */
  readonly status: number;
  /** How many seconds to wait before the next request, where the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, statusText, headers }: Response, text: string) {
    const told = documentIn(text);
    const title = told.title ?? told.error ?? statusText;
    const detail = told.detail ?? told.error_description ?? `The answer has the status ${status}.`;
    super(`${title}: ${detail}`);
    this.type = told.type ?? told.error ?? 'about:blank';
    this.code = this.type.split('#').at(-1) ?? '';
    this.title = title;
    this.detail = detail;
    this.errors = told.errors ?? [];
    this.status = status;
    this.retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  }
}

/** The document; nothing where something in between answered in another format. */
function documentIn(text: string): Partial<Schemas['Problem'] & Schemas['TokenError']> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
