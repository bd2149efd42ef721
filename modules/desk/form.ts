import { hash } from 'node:crypto';
import { inUtf8 } from '../../shared/exchange/encoding.ts';
import { isEncoded, readBytes } from '../../shared/http/body.ts';
import { Problem } from '../../shared/problem.ts';

/** What a form sent, as texts by the names of its fields; of a file its content. */
export type Form = {
  readonly text: (name: string) => string;
  readonly all: ReadonlyMap<string, string>;
};

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** A short text that is another one once anything in the thing is: what was confirmed is what was shown. */
export const stampOf = (thing: object) => hash('sha256', JSON.stringify(thing), 'hex').slice(0, 16);

/** A form of these texts. */
export function formOf(texts: ReadonlyMap<string, string>): Form {
  return { text: (name) => texts.get(name) ?? '', all: texts };
}

/**
 * The form in a request's body. Throws `unsupported-media-type` where it is none, `payload-too-large` over 64 KiB and
 * `invalid-request` where it can't be read.
 */
export async function readForm(request: Request): Promise<Form> {
  const type = request.headers.get('content-type')?.trim() ?? '';
  if (!formTypes.test(type) || isEncoded(request)) {
    throw new Problem('unsupported-media-type', 'The body must be a form.');
  }
  const body = Buffer.from(await readBytes(request));
  const texts = new Map<string, string>();
  try {
    const sent = await new Response(body, { headers: { 'content-type': type } }).formData();
    for (const [name, value] of sent) {
      const text = typeof value === 'string' ? value : await textOf(value);
      // No text holds a NUL, and a browser sends the line breaks of a text in its own way.
      texts.set(name, text.replaceAll('\0', '').replaceAll('\r\n', '\n'));
    }
  } catch {
    throw new Problem('invalid-request', 'The form can not be read.');
  }
  return formOf(texts);
}

/** The text of a file, in whichever character set it was saved; of one without text, what is left of its bytes. */
async function textOf(file: Blob): Promise<string> {
  const parts = Array.fromAsync(inUtf8(file.stream(), () => undefined));
  return parts.then((all) => Buffer.concat(all).toString()).catch(() => file.text());
}
