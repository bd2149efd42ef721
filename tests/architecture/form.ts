import { eachFile, type Rule } from './rule.ts';

/** How files are called and begin, where no rule of the linter (biome.json) says so. */
export const form: readonly Rule[] = [
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
    name: 'no variable is declared as set by !',
    broken: eachFile(({ code }) => [/\w!:/.exec(code)?.[0]]),
    planted: [['shared/log.ts', 'let name!: string;']],
  },
  {
    everywhere: true,
    name: 'names of files say what is in them',
    broken: eachFile(({ path }) => [/\b(utils?|helpers?|common|managers?|misc)\b/.exec(path)?.[0]]),
    planted: [
      ['shared/string-utils.ts', ''],
      ['modules/auth/helpers/token.ts', ''],
      ['modules/auth/token-manager.ts', ''],
    ],
  },
  {
    name: 'the demo stays small',
    broken: (sources) => {
      const demo = sources.filter(({ path }) => path.startsWith('commands/demo/'));
      const lines = demo.map(({ text }) => text.split('\n').length - 1);
      const all = lines.reduce((one, other) => one + other, 0);
      return all > 480 ? demo.map(({ path }) => `${path}: one of ${all} lines`) : [];
    },
    planted: [['commands/demo/more.ts', '\n'.repeat(481)]],
  },
];
