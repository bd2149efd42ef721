import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import type { Addresses, Settings } from '../../shared/config.ts';
import type { Cursors } from '../../shared/http/cursor.ts';
import type { Assets } from '../../shared/http/pages/assets.ts';
import {
  type AssetAddress,
  documentText,
  htmlHeaders,
  ownStyle,
} from '../../shared/http/pages/document.tsx';
import { preferencesIn } from '../../shared/http/pages/negotiation.ts';
import { type Language, languages, preferredLanguage, siteWords } from './language.ts';

/** What an address says besides its path; what is undefined is left out. */
export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** More than any page has; its links would repeat them all. */
const mostParameters = 20;

/** How the pages are shown to every visitor. */
export type Site = {
  readonly asset: AssetAddress;
  /** For where a list continues. */
  readonly cursors: Cursors;
  readonly isFictional: boolean;
  /** Whether search engines may list the pages. */
  readonly isListed: boolean;
  /** For visitors who ask for none of the languages. */
  readonly language: Language;
  /** The public address of the top, without a slash at its end. */
  readonly home: string;
  /** Whose pages these are, if they say so: a name, whom to ask, and the name of the logo among the assets. */
  readonly owner: {
    readonly name?: string | undefined;
    readonly contact?: string | undefined;
    readonly logo?: string | undefined;
  };
};

export type SiteDependencies = {
  readonly addresses: Addresses;
  readonly assets: Assets;
  readonly cursors: Cursors;
  readonly fictional?: boolean | undefined;
  readonly settings: Pick<
    Settings,
    'SITE_NAME' | 'SITE_CONTACT' | 'SITE_LANGUAGE' | 'WEBSITE_INDEX'
  >;
};

/** How the pages of this installation are shown. */
export function siteOf({
  addresses,
  assets,
  cursors,
  fictional,
  settings,
}: SiteDependencies): Site {
  return {
    asset: assets.address,
    cursors,
    isFictional: fictional === true,
    isListed: settings.WEBSITE_INDEX === '1',
    language: settings.SITE_LANGUAGE ?? 'en',
    home: addresses.auth,
    owner: { name: settings.SITE_NAME, contact: settings.SITE_CONTACT, logo: assets.logo },
  };
}

/** One look at one page. */
export type Visit = Readonly<ReturnType<typeof visitOf>>;

/** What a request for a page asks for. */
export function visitOf(site: Site, request: Request, now: number) {
  const { pathname, searchParams } = new URL(request.url);
  const chosen = languages.find((language) => language === searchParams.get('lang'));
  const language =
    chosen ?? preferredLanguage(preferencesIn(request, 'accept-language'), site.language);
  const parameters: Parameters =
    searchParams.size > mostParameters ? {} : Object.fromEntries(searchParams);
  const path = pathname.slice(1);
  // Relative, so that the pages work below any path of a proxy.
  const top = '../'.repeat(pathname.split('/').length - 2) || './';
  const address = (path: string, parameters: Parameters) => {
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const query = new URLSearchParams(given).toString();
    return `${top}${path}${query && `?${query}`}`;
  };
  return {
    ...site,
    request,
    /** From the top. */
    path,
    asset: (name: string) => top + site.asset(name),
    language,
    /** The texts of every page, and those that several pages share. */
    words: siteWords[language],
    siteName: site.owner.name ?? siteWords[language].name,
    /** The moment of it, in milliseconds since the epoch. */
    now,
    /** The address of a page by its path from the top, such as `players/plr_…`, in the same language. */
    to: (path: string, parameters: Parameters = {}) =>
      address(path, { ...parameters, lang: chosen }),
    /** The absolute address of a path from the top, in the same language. */
    absolute: (path: string, parameters: Parameters = {}) =>
      `${site.home}/${address(path, { lang: chosen, ...parameters }).slice(top.length)}`,
    /** The address of this page in another language. */
    inLanguage: (lang: Language) => address(path, { ...parameters, lang }),
    /** What its query says; nothing if that is more than any page has. */
    parameters,
    /** The language that the address asks for, if it does. */
    chosen,
  };
}

/** The headers of a request that decide which answer it gets, besides the address. */
export const varies = 'accept, accept-language';

/**
 * Unicode's characters that change the direction of what follows, or end such a change. In a name they could
 * turn the page around it, or end its isolation: browsers match them with their own for `<bdi>`.
 */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;

/** The ETag of a content, and whether whoever asks has it already. */
export function etagOf(content: string, request: Request) {
  const etag = `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
  const known = request.headers.get('if-none-match');
  return { etag, isSame: known === '*' || known?.includes(etag) === true };
}

/**
 * Answers with a page; with 304 if the visitor's browser has it as it is. Browsers must ask each time, so
 * that what is erased or voided is gone at once.
 */
export function show({ request, isListed }: Visit, page: VNode, status = 200): Response {
  const text = documentText(page).replaceAll(directions, '');
  const { etag, isSame } = etagOf(text, request);
  const isKnown = status === 200 && isSame;
  return new Response(isKnown ? null : text, {
    status: isKnown ? 304 : status,
    headers: {
      ...htmlHeaders(ownStyle, "'self'"),
      etag,
      vary: varies,
      ...(!isListed && { 'x-robots-tag': 'noindex' }),
    },
  });
}
