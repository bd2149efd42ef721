import { etagOf, type Visit, varies } from './visit.ts';

type File = {
  readonly type: string;
  /** What a browser saves it as; without one, it shows it. */
  readonly name?: string;
  /** All that it shows, as text. */
  readonly content: string;
  /** Its bytes, where they aren't its content. */
  readonly draw?: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** Answers with a file; with 304 if the visitor has it as it is, which is to be asked each time, as of pages. */
export async function send({ request, isListed }: Visit, file: File): Promise<Response> {
  const { type, name, content, draw } = file;
  const { etag, isSame } = etagOf(content, request);
  const headers = {
    'content-type': type,
    'content-security-policy': "default-src 'none'",
    etag,
    vary: varies,
    ...(name && { 'content-disposition': `attachment; filename="${name}"` }),
    ...(!isListed && { 'x-robots-tag': 'noindex' }),
  };
  if (isSame) return new Response(null, { status: 304, headers });
  return new Response((await draw?.()) ?? content, { headers });
}
