/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { serviceName } from '../../version.ts';

/** The address of an asset, as a page names it; it changes with the content. */
export type AssetAddress = (name: string) => string;

/** What others show of a page that is shared, and where its news are. */
type Preview = {
  readonly siteName: string;
  /** Absolute. */
  readonly address: string;
  readonly description: string;
  /** The absolute address of a picture of 1200 by 630 pixels. */
  readonly picture?: string | undefined;
  /** The address of its Atom feed. */
  readonly feed?: string | undefined;
};

type DocumentProps = {
  readonly title: string;
  readonly asset: AssetAddress;
  readonly language?: string;
  /** Whether search engines may list the page. */
  readonly listed?: boolean;
  readonly preview?: Preview | undefined;
  readonly children: ComponentChildren;
};

/** A whole page in the style of the app. */
export function Document({
  title,
  asset,
  language = 'en',
  listed = true,
  preview,
  children,
}: DocumentProps) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!listed && <meta name="robots" content="noindex" />}
        <title>{title}</title>
        <link rel="icon" href={asset('icon.svg')} />
        <link rel="stylesheet" href={asset('pages.css')} />
        {preview && <Previewed title={title} {...preview} />}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** As the Open Graph protocol has it (ogp.me). */
function Previewed({
  title,
  siteName,
  address,
  description,
  picture,
  feed,
}: Preview & { title: string }) {
  const facts = {
    'og:title': title,
    'og:site_name': siteName,
    'og:type': 'website',
    'og:url': address,
    'og:description': description,
    ...(picture && { 'og:image': picture, 'og:image:width': '1200', 'og:image:height': '630' }),
  };
  return (
    <>
      <meta name="description" content={description} />
      {Object.entries(facts).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {picture && <meta name="twitter:card" content="summary_large_image" />}
      {feed && <link rel="alternate" type="application/atom+xml" href={feed} />}
    </>
  );
}

/** Leads from a page of the API to the start, and to another one beside it. */
export function WayBack({ path, name }: { readonly path: string; readonly name: string }) {
  return (
    <nav>
      <a href="./">{serviceName}</a> · <a href={path}>{name}</a>
    </nav>
  );
}

/** A text whose parts between backticks are code. */
export function WithCode({ text }: { readonly text: string }) {
  const parts = text.split('`');
  return (
    <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
  );
}

/** What a browser shows of a page that loads nothing but the app's own style and icon. */
export function documentText(document: VNode): string {
  return `<!doctype html>\n${renderToString(document)}\n`;
}

/** What such a page may load. */
export const ownStyle = "style-src 'self'; img-src 'self'";

/** An answer that a browser shows, allowed no more than `sources` (a Content-Security-Policy). */
export function htmlResponse(text: string, sources = ownStyle): Response {
  return new Response(text, { headers: htmlHeaders(sources) });
}

/** The headers of such an answer; `forms` is where its forms may lead. */
export function htmlHeaders(sources: string, forms = "'none'") {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; ${sources}; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
  };
}
