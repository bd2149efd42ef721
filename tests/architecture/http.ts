import { eachFile, type Rule } from './rule.ts';

const elysia = "import { Elysia } from 'elysia';\n";
const routing =
  /\.(get|post|put|patch|delete|head|options|all|route|mount|listen)\(\s*(['"`])(\/|\2)/;

/** Where routes are added: the operations of modules, and what is answered beside the API. */
const mayRoute =
  /^(modules\/\w+\/routes\.ts|modules\/auth\/token-endpoint\.ts|shared\/http\/(methods\.ts|pages\/.*))$/;

/** The documentation shows error bodies, and writes none. */
const describesErrors = /^shared\/http\/(openapi[\w-]*\.ts|pages\/)/;

/** Where requests are answered. */
export const http: readonly Rule[] = [
  {
    name: 'operations are routes of a module’s routes.ts, and app.ts only composes',
    broken: eachFile(({ path, text, strings, imports }) => {
      if (!imports.some(({ specifier }) => specifier === 'elysia')) return [];
      const written = path === 'modules/app.ts' && strings.find((part) => /^\/v1\/\w/.test(part));
      return [written, !mayRoute.test(path) && routing.exec(text)?.[0]];
    }),
    planted: [
      ['modules/venues/service.ts', `${elysia}new Elysia().get('/venues', () => 'x');`],
      ['modules/venues/schema.ts', `${elysia}new Elysia({ prefix }).get('', () => 'x');`],
      ['modules/app.ts', `${elysia}app.post('/secret', () => 'x');`],
      ['modules/app.ts', `${elysia}for (const path of ['/v1/secret']) app.get(path, show);`],
    ],
  },
  {
    name: 'error bodies are written only by problems.ts and, for OAuth, by token-endpoint.ts',
    broken: eachFile(({ path, code, strings }) => {
      if (describesErrors.test(path)) return [];
      const isProblem = path === 'shared/http/problems.ts';
      const isOAuth = path === 'modules/auth/token-endpoint.ts';
      return [
        !isProblem && strings.some((text) => text.includes('application/problem+json'))
          ? 'names application/problem+json'
          : undefined,
        isOAuth ? undefined : /\berror_description\b/.exec(code)?.[0],
        isProblem || isOAuth
          ? undefined
          : /\b(?:new Response|Response\.json)\((?!null)[^;]*?\bstatus: [45]\d\d/.exec(code)?.[0],
      ];
    }),
    planted: [
      [
        'modules/venues/routes.ts',
        "const headers = { 'content-type': 'application/problem+json' };",
      ],
      ['shared/http/access.ts', 'const body = { error: code, error_description: text };'],
      ['modules/app.ts', "new Response('{}', { status: 404 });"],
      ['shared/http/methods.ts', 'Response.json({ title }, { status: 409 });'],
    ],
  },
];
