import { parseJson } from '../json.ts';
import { Problem } from '../problem.ts';

const mostBytes = 64 * 1_024;

/** A body that takes longer counts as broken off; each request has an answer within 8 s. */
const deadlineMs = 7_500;

/**
 * The bytes of a request's body. Throws `payload-too-large` over 64 KiB, as soon as that is known,
 * and `invalid-request` where the body breaks off or takes longer than 7.5 s.
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > mostBytes) throw tooLarge();
  const late = Promise.withResolvers<never>();
  const deadline = setTimeout(() => late.reject(new Error('The deadline has passed.')), deadlineMs);
  try {
    const all = announced === null ? readCounted(request) : request.bytes();
    return await Promise.race([all, late.promise]);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('invalid-request', 'The body could not be read to its end.');
  } finally {
    clearTimeout(deadline);
  }
}

/** Reads a body that doesn't say how long it is. */
async function readCounted({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The JSON value of a request's body. Throws, in this order, `unsupported-media-type`,
 * `payload-too-large`, `invalid-request` (not UTF-8, not JSON, too deep) and `validation-failed`
 * (a number beyond a double, half a surrogate pair). rules 5.1
 */
export async function readJson(request: Request): Promise<unknown> {
  const mediaType = request.headers.get('content-type')?.trim();
  if (mediaType && !/^application\/json\s*(;|$)/i.test(mediaType)) {
    throw new Problem('unsupported-media-type', 'The body must be application/json.');
  }
  if (isEncoded(request)) {
    throw new Problem('unsupported-media-type', 'The body must come without Content-Encoding.');
  }
  return parseJson(decodeUtf8(await readBytes(request)));
}

/** Whether the body comes with a Content-Encoding, which nothing here undoes. */
export function isEncoded({ headers }: Request): boolean {
  return !/^(identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '');
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new Problem('invalid-request', 'The body begins with a byte order mark; leave it out.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalid-request', 'The body is not valid UTF-8.');
  }
}

/** Refuses a body that is too long. */
export function tooLarge(): Problem {
  return new Problem('payload-too-large', `The body is longer than ${mostBytes / 1_024} KiB.`);
}
