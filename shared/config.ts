import { Cron } from 'croner';
import * as v from 'valibot';

const tlsModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const tlsOthers = ['sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'];

const folder = v.pipe(v.string(), v.nonEmpty('the path of a folder'));

const settings = {
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('an address or host name')), '127.0.0.1'),
  PUBLIC_URL: v.optional(
    v.pipe(
      checked(isHttpUrl, 'an http or https address without query, fragment and user name'),
      // In ASCII, as headers and tokens need it: łódź.example becomes xn--d-uga0v4h.example.
      v.transform((text) => new URL(text).href.replace(/\/+$/, '')),
    ),
  ),
  DATABASE_URL: v.optional(
    v.pipe(
      checked(
        isPostgresUrl,
        'an address such as postgres://user@host:5432/database or, by a socket, postgres:///database?host=/folder&user=user',
      ),
      v.check(
        isTlsUnderstood,
        `TLS by sslmode=${alternatives(tlsModes)}, with ${alternatives(tlsOthers)}`,
      ),
    ),
  ),
  DATA_DIR: v.optional(folder, './data'),
  TOKEN_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
  RATE_LIMIT_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000), '60'),
  RATE_LIMIT_STORE: v.optional(oneOf('memory', 'database'), 'memory'),
  ADDRESS_LIMIT_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000), '600'),
  RATING_DELAY_SECONDS: v.optional(wholeNumber(0, 86_400), '60'),
  CORS_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((origin) => origin.trim())),
      v.check(
        (origins) => origins.every(isOrigin),
        'origins such as https://club.example, with commas between',
      ),
    ),
  ),
  TRUST_PROXY: v.optional(oneOf('0', '1'), '0'),
  BACKUP_DIR: v.optional(folder),
  UPGRADE_BACKUP: v.optional(oneOf('0', '1'), '1'),
  DECAY_SCHEDULE: v.optional(
    checked(isCron, 'a cron pattern that comes due, such as 0 3 * * *'),
    '0 3 * * *',
  ),
  WEBSITE: v.optional(oneOf('off', 'public'), 'off'),
  WEBSITE_INDEX: v.optional(oneOf('0', '1'), '0'),
  SITE_NAME: v.optional(
    checked(
      (text) => text.trim() !== '' && text.length <= 80 && !/\p{Cc}/u.test(text),
      'a name of at most 80 characters, in one line',
    ),
  ),
  SITE_CONTACT: v.optional(
    checked(
      (text) =>
        isHttpUrl(text.replace(/[?#].*$/, '')) ||
        /^[^\s@<>?&]+@[^\s@<>?&]+\.[^\s@<>?&]+$/.test(text),
      'an address such as help@club.example, or one of a page such as https://club.example/contact',
    ),
  ),
  SITE_LANGUAGE: v.optional(oneOf('en', 'pl'), 'en'),
  SITE_LOGO: v.optional(
    checked((text) => /\.(svg|png)$/i.test(text), 'the path of an SVG or a PNG file'),
  ),
  LOG_LEVEL: v.optional(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
  ),
};

export const settingNames: readonly string[] = Object.keys(settings);

const secrets: readonly string[] = ['TOKEN_SECRET', 'DATABASE_URL'];
const schema = v.object(settings);

export type Settings = v.InferOutput<typeof schema>;
export type Addresses = {
  /** Of the API, `…/v1`. */
  readonly base: string;
  readonly auth: string;
  /** Of the page that explains the errors. */
  readonly errors: string;
};

/** A setting that can't be used; its message is one line for the person who starts the program. */
export class ConfigError extends Error {}

/** The settings of an environment; an empty variable counts as unset. Throws ConfigError. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  throw new ConfigError(result.issues.map((issue) => describe(issue, given)).join('; '));
}

/**
 * Every setting as a person may see it: its value, secrets masked, and where it comes from. The values are those
 * of the environment, but for those that the program has set itself, as the demo does.
 */
export function describeSettings(
  environment: Record<string, string | undefined>,
  settings = readSettings(environment),
) {
  const values: Readonly<Record<string, unknown>> = settings;
  const defaults: Readonly<Record<string, unknown>> = readSettings({});
  return settingNames.map((name) => {
    const value = values[name];
    const shown = value === undefined ? '' : [value].flat().join(', ');
    const unchanged = value === defaults[name] ? 'default' : 'program';
    return {
      name,
      value: secrets.includes(name) && shown !== '' ? mask(shown) : shown,
      source: environment[name] && shown !== '' ? 'environment' : unchanged,
    };
  });
}

function describe(issue: v.BaseIssue<unknown>, given: Record<string, unknown>): string {
  const name = String(issue.path?.[0]?.key);
  const value = secrets.includes(name) ? mask(String(given[name])) : JSON.stringify(given[name]);
  return `${name} is ${value}: expected ${issue.message}`;
}

/** What may be shown of a secret. */
function mask(secret: string): string {
  return `${'*'.repeat(Math.min(secret.length, 8))} (${secret.length} characters)`;
}

/** The address at which the service is reached: PUBLIC_URL, or this machine's. */
export function addressIn({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** The three addresses, which derive from the public one. */
export function addressesOf(publicUrl: string): Addresses {
  return { base: `${publicUrl}/v1`, auth: publicUrl, errors: `${publicUrl}/errors` };
}

function checked(isRight: (text: string) => boolean, allowed: string) {
  return v.pipe(v.string(), v.check(isRight, allowed));
}

function oneOf<const Words extends readonly string[]>(...words: Words) {
  return v.picklist(words, alternatives(words));
}

/** `one, two or three`. */
function alternatives(words: readonly string[]): string {
  return words.join(', ').replace(/, (?!.*, )/, ' or ');
}

function wholeNumber(lowest: number, highest: number) {
  const isRight = (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= lowest && Number(text) <= highest;
  const allowed = `a whole number from ${lowest} to ${highest}`;
  return v.pipe(checked(isRight, allowed), v.transform(Number));
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^?#@\s]+$/i.test(text) && URL.canParse(text);
}

function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\/./.test(text)) return false;
  try {
    decodeURI(new URL(text).pathname); // as the driver does for the name of the database
    return true;
  } catch {
    return false;
  }
}

/** Whether all that the address says of TLS is understood: the driver passes over what it doesn't know. */
function isTlsUnderstood(text: string): boolean {
  const parameters = [...(URL.parse(text)?.searchParams ?? [])];
  return parameters.every(([name, value]) => {
    if (name === 'sslmode') return tlsModes.includes(value);
    if (name === 'ssl') return /^(true|1|0|no-verify)$/.test(value);
    return tlsOthers.includes(name) ? value !== '' : !/ssl|tls/i.test(name);
  });
}

function isOrigin(text: string): boolean {
  return isHttpUrl(text) && new URL(text).origin === text;
}

function isCron(text: string): boolean {
  try {
    const [next, later] = new Cron(text, { paused: true, timezone: 'Europe/Warsaw' }).nextRuns(2);
    return next !== undefined && later !== undefined; // a single day comes due once, and never again
  } catch {
    return false;
  }
}
