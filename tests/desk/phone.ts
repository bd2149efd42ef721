// A phone at the desk: it keeps the cookie, and sends forms as a browser does.
import { setTimeout as delay } from 'node:timers/promises';
import { newSecret } from '../../modules/auth/index.ts';
import { commandsOn } from '../commands/terminal.ts';
import { ids } from '../support/city.ts';
import { type DatabaseKind, load, startTestService, type TestService } from '../support/service.ts';
import { decoded } from '../website/html.ts';

type Options = NonNullable<Parameters<typeof startTestService>[1]>;

/** The secrets of the passes in the test city. */
export const passes = {
  /** Of the first organizer, for all of its competitions. */
  club: newSecret('trp_'),
  /** The same, with the right to correct. */
  corrector: newSecret('trp_'),
  /** For one competition, the one with a match tiebreak. */
  league: newSecret('trp_'),
  /** Of the second organizer. */
  other: newSecret('trp_'),
} as const;

const pass = (secret: string, label: string, more: object = {}) => ({
  kind: 'pass',
  pass: secret,
  label,
  organizer_id: ids.organizer,
  competition_id: null,
  may_correct: false,
  ends_on: null,
  ...more,
});

/** A service with the test city and its passes. */
export async function startDesk(kind: DatabaseKind, options: Options = {}): Promise<TestService> {
  const service = await startTestService(kind, options);
  await load(service.workbench, [
    pass(passes.club, 'Court desk'),
    pass(passes.corrector, 'Office', { may_correct: true }),
    pass(passes.league, 'League desk', { competition_id: ids.tiebreakLeague }),
    pass(passes.other, 'Other desk', { organizer_id: ids.otherOrganizer, may_correct: true }),
  ]);
  return service;
}

/** Revokes the pass with the label, and waits until every process knows. */
export async function revoke({ workbench }: TestService, label: string): Promise<void> {
  const { status } = await commandsOn(workbench)(['passes', 'revoke', label]);
  if (status !== 0) throw new Error(`The pass ${label} was not revoked.`);
  await delay(2_100);
}

export type Page = {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
  /** Where it leads, from the top; empty if it leads nowhere. */
  readonly location: string;
};

export type Phone = ReturnType<typeof phoneOf>;

/** A phone with the pass, if one is given. */
export function phoneOf({ url }: Pick<TestService, 'url'>, secret = '', language = 'en') {
  const own = { accept: 'text/html', 'accept-language': language };
  const cookie = secret ? { cookie: `desk=${secret}` } : undefined;

  async function pageOf(path: string, init: RequestInit): Promise<Page> {
    const address = new URL(path, url);
    const answer = await fetch(address, { redirect: 'manual', ...init });
    const leads = answer.headers.get('location');
    const to = leads === null ? undefined : new URL(leads, address);
    return {
      status: answer.status,
      html: await answer.text(),
      headers: answer.headers,
      location: to ? to.pathname + to.search : '',
    };
  }

  return {
    open: (path: string) => pageOf(path, { headers: { ...own, ...cookie } }),
    send: (
      path: string,
      fields: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
    ) =>
      pageOf(path, {
        method: 'POST',
        headers: { ...own, ...cookie, ...headers },
        body: new URLSearchParams(fields),
      }),
  };
}

/** What the fields of the form with the class hold, as a browser would send them. */
export function fieldsOf(html: string, form = 'result'): Record<string, string> {
  const fields = new Map<string, string>();
  let select = '';
  const rewriter = new HTMLRewriter()
    .on(`form.${form} input`, {
      element(input) {
        const of = (name: string) => decoded(input.getAttribute(name) ?? '');
        const isChosen = !/^(radio|checkbox)$/.test(of('type')) || input.hasAttribute('checked');
        if (of('name') && isChosen && of('type') !== 'file') fields.set(of('name'), of('value'));
      },
    })
    .on(`form.${form} select`, {
      element(element) {
        select = element.getAttribute('name') ?? '';
        fields.delete(select);
      },
    })
    .on(`form.${form} select option`, {
      element(option) {
        if (fields.has(select) && !option.hasAttribute('selected')) return;
        fields.set(select, decoded(option.getAttribute('value') ?? ''));
      },
    });
  rewriter.transform(html);
  return Object.fromEntries(fields);
}
