import type { Component } from './packages.ts';

/** What is in the program and whose it is, with the licences and notices that go with it, as text. */
export function noticesOf(components: readonly Component[]): string {
  const texts = Map.groupBy(
    components.flatMap((component) => component.texts.map((text) => ({ component, text }))),
    ({ text }) => text.replaceAll('\r', '').trim(),
  );
  const licences = [...texts].map(([text, whose]) => {
    const names = whose.map(({ component }) => titleOf(component)).join(', ');
    return `${'='.repeat(78)}\n${names}\n\n${text}\n`;
  });
  return `${head}\n${components.map(lineOf).join('')}\n${licences.join('\n')}`;
}

const head = `\
This program contains work of others, under their own licences. Each line says
what it is, its licence and where its source is; the texts follow.

JavaScriptCore and tinycc are under the LGPL. They are linked into Bun, and the
program is Bun with code appended: https://bun.com/docs/project/license says how
Bun is linked with changed ones. With such a Bun, the program's own source makes
the program: \`bun run build\`. What is linked into Bun or PGlite and has no text
here has it at the address of its source.
`;

const titleOf = ({ name, version }: Component) => (version ? `${name} ${version}` : name);

function lineOf(component: Component): string {
  const { within, licence, source } = component;
  const name = titleOf(component) + (within ? ` (in ${within})` : '');
  return `- ${name}: ${licence}${source ? `, ${source}` : ''}\n`;
}
