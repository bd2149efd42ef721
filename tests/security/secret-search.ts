// Looks for secrets in whatever a service gives away, in the forms in which one could have slipped in.
import { Buffer } from 'node:buffer';

/** A secret by the name that a failed test may print. */
export type Secrets = Readonly<Record<string, string>>;

/** The place of each text that was collected, such as `GET /v1/venues`, with the text. */
export type Haystack = readonly (readonly [place: string, text: string])[];

/** The secrets that stand in the texts, as `name, in form, at place`. */
export function secretsIn(haystack: Haystack, secrets: Secrets): string[] {
  const needles = Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(formsOf(secret)).map(([form, needle]) => ({ name, form, needle })),
  );
  const found = haystack.flatMap(([place, text]) => {
    const lower = text.toLowerCase();
    return needles
      .filter(({ needle }) => lower.includes(needle.toLowerCase()))
      .map(({ name, form }) => `${name}, ${form}, at ${place}`);
  });
  return [...new Set(found)];
}

function formsOf(secret: string): Record<string, string> {
  const hex = Buffer.from(secret).toString('hex');
  return {
    plain: secret,
    'its larger half': secret.slice(-Math.ceil(secret.length / 2)),
    hexadecimal: hex,
    'percent-encoded': hex.replaceAll(/../g, '%$&'),
    'base64 at 0': base64At(secret, 0),
    'base64 at 1': base64At(secret, 1),
    'base64 at 2': base64At(secret, 2),
  };
}

/** What stays the same of the base64 of a longer text in which the secret stands at that place. */
function base64At(secret: string, place: number): string {
  const text = Buffer.from(`${'x'.repeat(place)}${secret}`);
  const whole = text.subarray(0, text.length - (text.length % 3)).toString('base64url');
  return whole.slice(place === 0 ? 0 : 4);
}
