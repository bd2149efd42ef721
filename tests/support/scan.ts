import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a file takes from another one. */
export type Import = {
  readonly specifier: string;
  /** The names that exist when the program runs; `*` for all. */
  readonly values: readonly string[];
  /** Nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
};

export type Scan = {
  /** The text, but comments and the contents of strings are blanks; each character keeps its place. */
  readonly code: string;
  /** The contents of strings; in a template each expression counts as `?`. */
  readonly strings: readonly string[];
  readonly imports: readonly Import[];
};

const cache = new Map<string, Scan>();

/** Takes a TypeScript file apart, as far as rules about its imports, code and strings need it. */
export function scan(text: string): Scan {
  let result = cache.get(text);
  if (!result) {
    const { code, strings } = split(text);
    result = { code, strings, imports: importsOf(text, code) };
    cache.set(text, result);
  }
  return result;
}

const comment = /\/\/.*|\/\*[\s\S]*?\*\//y;
const quoted = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const regularExpression = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const templatePart = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
/** After these a slash begins a regular expression; elsewhere it divides. */
const beforeExpression = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|of|in))\s*$/;

function split(text: string): { code: string; strings: string[] } {
  let code = '';
  const strings: string[] = [];
  /** For each template around this place its text so far, and the braces open in its expression. */
  const templates: { text: string; braces: number }[] = [];
  const take = (pattern: RegExp) => {
    pattern.lastIndex = code.length;
    return pattern.exec(text)?.[0];
  };
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  const template = () => {
    const part = take(templatePart) ?? '';
    code += blank(part);
    const current = templates.at(-1);
    if (current) current.text += part;
    if (text[code.length] === '`') {
      strings.push(templates.pop()?.text ?? '');
      code += '`';
    } else {
      code += '${';
    }
  };
  while (code.length < text.length) {
    const character = text[code.length] ?? '';
    const skipped = take(comment);
    const string = skipped ? undefined : take(quoted);
    const current = templates.at(-1);
    if (skipped) {
      code += blank(skipped);
    } else if (string) {
      strings.push(string.slice(1, -1));
      code += string[0] + blank(string.slice(1, -1)) + string[0];
    } else if (character === '/' && beforeExpression.test(code.slice(-40))) {
      const expression = take(regularExpression) ?? '/';
      code += `/${blank(expression.slice(1))}`;
    } else if (character === '`') {
      templates.push({ text: '', braces: 0 });
      code += '`';
      template();
    } else if (current && character === '}' && current.braces === 0) {
      current.text += '?';
      code += '}';
      template();
    } else {
      if (current && character === '{') current.braces += 1;
      if (current && character === '}') current.braces -= 1;
      code += character;
    }
  }
  return { code, strings };
}

function importsOf(text: string, code: string): Import[] {
  const literal = (end: number) => /^[^'"]*/.exec(text.slice(end))?.[0] ?? '';
  const clauses = /\b(import|export)\s+(type\s+)?([\w$*{}\s,]*?)\s*\bfrom\s*['"]/g;
  const bare = /(?<!\.)\bimport\s*(?:\(\s*)?['"]/g;
  return [
    ...[...code.matchAll(clauses)].map((match): Import => {
      const [all, , type, clause = ''] = match;
      const names = clause.split(/[{},]/).map((name) => name.trim());
      const values = names
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => (name.startsWith('*') ? '*' : (name.split(/\s+as\s+/)[0] ?? name)));
      const typeOnly = type !== undefined || values.length === 0;
      const specifier = literal(match.index + all.length);
      return { specifier, values: typeOnly ? [] : values, typeOnly };
    }),
    ...[...code.matchAll(bare)].map(
      (match): Import => ({
        specifier: literal(match.index + match[0].length),
        values: ['*'],
        typeOnly: false,
      }),
    ),
  ];
}

/** A file of the repository; the path is relative to its top. */
export type Source = { readonly path: string; readonly text: string };

/** The TypeScript in those files and folders. */
export function sourcesOf(...places: string[]): Source[] {
  const root = join(import.meta.dirname, '../..');
  const paths = places.flatMap((place) =>
    /\.tsx?$/.test(place)
      ? [place]
      : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.tsx?$/.test(path) && !/\b(node_modules|dist)\b/.test(path))
          .map((path) => join(place, path)),
  );
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
