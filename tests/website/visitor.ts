// How a visitor comes to the pages: a service that has them, and a look at one.
import { type DatabaseKind, startTestService, type TestService } from '../support/service.ts';

type Options = NonNullable<Parameters<typeof startTestService>[1]>;

/** A service with the website, on the test city unless records are given. */
export function startSite(kind: DatabaseKind, options: Options = {}): Promise<TestService> {
  const settings = { WEBSITE: 'public' as const, ...options.settings };
  return startTestService(kind, { ...options, settings });
}

/** Asks for a page as a browser does; it follows no redirect. */
export function ask(
  { url }: Pick<TestService, 'url'>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  const given = { accept: 'text/html,*/*;q=0.8', ...headers };
  return fetch(new URL(path, url), { method, headers: given, redirect: 'manual' });
}

/** A page that somebody looks at who prefers the language. */
export async function look(service: Pick<TestService, 'url'>, path: string, language = 'en') {
  const answer = await ask(service, path, { 'accept-language': language });
  const address = new URL(path, service.url).href;
  return { status: answer.status, address, html: await answer.text() };
}
