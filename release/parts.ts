import { type Component, textOfLicence } from './packages.ts';

/** Of the Bun that builds, and that is in the program; what is linked into it is at these commits. */
const { bun = '', webkit, tinycc } = process.versions;

/** What is linked into Bun, as its LICENSE.md lists it, without what is only for Windows. */
const inBun = [
  ['boringssl', 'Apache-2.0 AND ISC AND OpenSSL', 'https://boringssl.googlesource.com/boringssl'],
  ['brotli', 'MIT', 'https://github.com/google/brotli'],
  ['c-ares', 'MIT', 'https://github.com/c-ares/c-ares'],
  ['highway', 'Apache-2.0', 'https://github.com/google/highway'],
  ['icu', 'Unicode-3.0', 'https://github.com/unicode-org/icu'],
  ['libarchive', 'BSD-2-Clause', 'https://github.com/libarchive/libarchive'],
  ['libbase64', 'BSD-2-Clause', 'https://github.com/aklomp/base64'],
  ['libc++abi', 'Apache-2.0 WITH LLVM-exception', 'https://github.com/llvm/llvm-project'],
  ['libdeflate', 'MIT', 'https://github.com/ebiggers/libdeflate'],
  [
    'libjpeg-turbo',
    'IJG AND BSD-3-Clause AND Zlib',
    'https://github.com/libjpeg-turbo/libjpeg-turbo',
  ],
  ['libspng', 'BSD-2-Clause', 'https://github.com/randy408/libspng'],
  ['libwebp', 'BSD-3-Clause', 'https://github.com/webmproject/libwebp'],
  ['lol-html', 'BSD-3-Clause', 'https://github.com/cloudflare/lol-html'],
  ['ls-hpack', 'MIT', 'https://github.com/litespeedtech/ls-hpack'],
  ['ls-qpack', 'MIT', 'https://github.com/litespeedtech/ls-qpack'],
  ['lsquic', 'MIT AND BSD-3-Clause', 'https://github.com/litespeedtech/lsquic'],
  ['mimalloc', 'MIT', 'https://github.com/microsoft/mimalloc'],
  ['picohttpparser', 'MIT', 'https://github.com/h2o/picohttpparser'],
  ['simdutf', 'Apache-2.0', 'https://github.com/simdutf/simdutf'],
  ['sqlite', 'blessing', 'https://sqlite.org/src'],
  ['uSockets', 'Apache-2.0', 'https://github.com/uNetworking/uSockets'],
  ['uucode', 'MIT', 'https://github.com/jacobsandlund/uucode'],
  ['uWebSockets', 'Apache-2.0', 'https://github.com/jarred-sumner/uwebsockets'],
  ['zlib-ng', 'Zlib', 'https://github.com/zlib-ng/zlib-ng'],
  ['zstd', 'BSD-3-Clause', 'https://github.com/facebook/zstd'],
] as const;

/** What is linked into PGlite beside PostgreSQL. */
const inPglite = [
  ['emscripten', 'MIT OR NCSA', 'https://github.com/emscripten-core/emscripten'],
  ['icu', 'Unicode-3.0', 'https://github.com/unicode-org/icu'],
  ['libxml2', 'MIT', 'https://gitlab.gnome.org/GNOME/libxml2'],
  ['zlib', 'Zlib', 'https://github.com/madler/zlib'],
] as const;

const linkedInto =
  (within: string) =>
  ([name, licence, source]: readonly [string, string, string]): Component => ({
    name,
    within,
    licence,
    source,
    texts: [],
  });

/** What is in the program and is no package: Bun, PostgreSQL, and what these bring. */
export const parts: readonly Component[] = [
  {
    name: 'Bun',
    version: bun,
    licence: 'MIT',
    source: `https://github.com/oven-sh/bun/tree/bun-v${bun}`,
    texts: [],
  },
  {
    name: 'JavaScriptCore',
    within: 'Bun',
    licence: 'LGPL-2.0-or-later',
    source: `https://github.com/oven-sh/WebKit/tree/${webkit}`,
    texts: [textOfLicence('LGPL-2.0')],
  },
  {
    name: 'tinycc',
    within: 'Bun',
    licence: 'LGPL-2.1-only',
    source: `https://github.com/oven-sh/tinycc/tree/${tinycc}`,
    texts: [textOfLicence('LGPL-2.1')],
  },
  ...inBun.map(linkedInto('Bun')),
  {
    name: 'PostgreSQL',
    within: '@electric-sql/pglite',
    licence: 'PostgreSQL',
    source: 'https://github.com/electric-sql/postgres-pglite',
    texts: [textOfLicence('PostgreSQL')],
  },
  ...inPglite.map(linkedInto('@electric-sql/pglite')),
];
