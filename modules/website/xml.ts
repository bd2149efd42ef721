/** A piece of XML, in which all text is escaped. */
export type Xml = { readonly xml: string };

type Value = string | number | Xml | readonly Xml[];

/** XML from a template: what is put in is text, of an element or an attribute, unless it is XML itself. */
export function xml(parts: TemplateStringsArray, ...values: readonly Value[]): Xml {
  return { xml: String.raw({ raw: parts }, ...values.map(written)) };
}

function written(value: Value): string {
  if (typeof value !== 'object') return escaped(harmless(String(value)));
  return 'xml' in value ? value.xml : value.map(written).join('');
}

/**
 * What XML can't hold, and the characters that change the direction of what follows, or end such a change: in a
 * name they could turn the text around it.
 */
const excluded =
  /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text without characters that do something to what stands around it. */
export function harmless(text: string): string {
  return text.toWellFormed().replace(excluded, '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
