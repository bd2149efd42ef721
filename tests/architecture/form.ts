import { builtinModules } from 'node:module';
import { eachFile, eachImport, type Rule } from './rule.ts';

const isUnmarkedBuiltin = (specifier: string) =>
  builtinModules.includes(specifier) && !/^(node|bun)\b/.test(specifier);

const mostLines = 220;

/** How files are called and written. */
export const form: readonly Rule[] = [
  {
    name: 'Bun and Deno are named only in shared/runtime.ts',
    broken: eachFile(({ path, code, imports }) => {
      if (path === 'shared/runtime.ts') return [];
      const builtin = imports.find(({ specifier }) => /^bun(:|$)/.test(specifier));
      return [builtin && `imports ${builtin.specifier}`, /(?<!\.)\b(Bun|Deno)\b/.exec(code)?.[0]];
    }),
    planted: [
      ['shared/log.ts', 'await Bun.write(path, text);'],
      ['commands/serve.ts', 'const version = Deno.version;'],
      ['shared/database/lock.ts', "import { dlopen } from 'bun:ffi';"],
    ],
  },
  {
    everywhere: true,
    name: 'relative imports end in .ts, and Node’s built-ins are node:',
    broken: eachImport((_, target, { specifier }) => {
      const isFile = target !== undefined && !/\.(tsx?|json|ya?ml|css|svg|md)$/.test(target);
      return (isFile || isUnmarkedBuiltin(specifier)) && `imports ${specifier}`;
    }),
    planted: [
      ['shared/log.ts', "import { utc } from './time';"],
      ['shared/log.ts', "export { utc } from './time.js';"],
      ['shared/log.ts', "import { join } from 'path';"],
      ['shared/log.ts', "const fs = await import('fs/promises');"],
    ],
  },
  {
    everywhere: true,
    name: 'exports have names',
    broken: eachFile(({ path, code }) => [
      !path.endsWith('.d.ts') && /\bexport\s+default\b|\bas\s+default\b/.exec(code)?.[0],
    ]),
    planted: [
      ['shared/log.ts', 'export default function log() {}'],
      ['shared/log.ts', 'export { log as default };'],
    ],
  },
  {
    name: 'types are neither any nor waved through by !',
    broken: eachFile(({ code }) => [/\bany\b/.exec(code)?.[0], /[\w)\]]!(?!=)/.exec(code)?.[0]]),
    planted: [
      ['shared/log.ts', 'export function log(entry: any) {}'],
      ['shared/log.ts', 'const first = list[0]!;'],
      ['shared/log.ts', 'const name = player!.name;'],
    ],
  },
  {
    everywhere: true,
    name: 'files with markup say whose it is, since Deno reads no tsconfig.json',
    broken: eachFile(({ path, text }) => [
      path.endsWith('.tsx') && !text.startsWith('/** @jsxImportSource preact */\n')
        ? 'does not begin with @jsxImportSource'
        : undefined,
    ]),
    planted: [['modules/website/page.tsx', 'export const page = <p />;']],
  },
  {
    name: 'product files have at most 220 lines',
    broken: eachFile(({ path, text }) => {
      const lines = text.split('\n').length - 1;
      const exempt = path.includes('/migrations/');
      return [!exempt && lines > mostLines ? `has ${lines} lines` : undefined];
    }),
    planted: [['shared/log.ts', 'export {};\n'.repeat(mostLines + 1)]],
  },
  {
    everywhere: true,
    name: 'names of files are kebab-case and say what is in them',
    broken: eachFile(({ path }) => [
      /(^|\/)(?!([a-z\d]+-)*[a-z\d]+(\.test|\.d)?\.tsx?$)[^/]*$/.test(path)
        ? 'is no kebab-case'
        : undefined,
      /\b(utils?|helpers?|common|managers?|misc)\b/.exec(path)?.[0],
    ]),
    planted: [
      ['shared/http/rateLimit.ts', ''],
      ['shared/Log.ts', ''],
      ['shared/string-utils.ts', ''],
      ['modules/auth/helpers/token.ts', ''],
      ['modules/auth/token-manager.ts', ''],
    ],
  },
];
