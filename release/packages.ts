import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';

/** Something of other people that is in the program. */
export type Component = {
  readonly name: string;
  /** What is linked into another component has the version that this one took. */
  readonly version?: string;
  /** The component that it is linked into; undefined for a package. */
  readonly within?: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** The address of its source. */
  readonly source?: string;
  /** Its licences and notices, word for word. */
  readonly texts: readonly string[];
};

const ManifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })])),
  repository: v.optional(v.union([v.string(), v.object({ url: v.string() })])),
});

/** The text of a licence by its SPDX name, for what comes without. Throws where it isn't kept here. */
export function textOfLicence(name: string): string {
  return readFileSync(join(import.meta.dirname, 'licences', `${name}.txt`), 'utf8');
}

/**
 * The packages of these files, by name; a file that belongs to none is passed over. Throws where one
 * names no licence, or has no text of it.
 */
export function packagesOf(paths: readonly string[]): Component[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(resolve(path)) ?? [];
    if (folder) folders.set(folder, [...(folders.get(folder) ?? []), basename(path)]);
  }
  const packages = [...folders].map(([folder, files]) => packageIn(folder, files));
  return packages.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ name, version }: Component) => `${name}@${version}`;

function packageIn(folder: string, files: readonly string[]): Component {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const read = v.safeParse(ManifestSchema, manifest);
  if (!read.success) throw new Error(`${folder}/package.json: ${read.issues[0].message}`);
  const { name, version, license, author, repository } = read.output;
  const source = sourceAt(typeof repository === 'string' ? repository : repository?.url);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file) || isOf(files, file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  if (texts.length === 0) {
    const owner = typeof author === 'string' ? author : author?.name;
    texts.push(`${owner ? `Copyright (c) ${owner}\n\n` : ''}${textOfLicence(license)}`);
  }
  return { name, version, licence: license, ...(source && { source }), texts };
}

/** Whether it is the licence of what one of the files was bundled from. */
function isOf(files: readonly string[], licence: string): boolean {
  return files.some((file) => licence === `${file}.LICENSE.txt`);
}

/** The address for a browser, of one of the forms that npm takes. */
function sourceAt(repository: string | undefined): string | undefined {
  const [, path] =
    /^(?:.*github\.com[:/])?([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository ?? '') ?? [];
  return path ? `https://github.com/${path}` : repository;
}
