// What becomes of the texts in which PostgreSQL gives its values.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { types } from 'pg';
import { columnTypes } from '../../shared/database/parsers.ts';

type Parser = (text: string) => unknown;
const [moments, texts] = [1184, 1009] as const;
const parserOf = (oid: number): Parser => columnTypes().getTypeParser(oid) as unknown as Parser;

test('a moment has milliseconds, whatever its text tells', () => {
  const inMilliseconds = parserOf(moments);
  expect(inMilliseconds('2026-05-01 16:00:00+00')).toBe('2026-05-01T16:00:00.000Z');
  expect(inMilliseconds('2026-05-01 16:00:00.5+00')).toBe('2026-05-01T16:00:00.500Z');
  expect(inMilliseconds('0999-12-31 23:59:59.999999+00')).toBe('0999-12-31T23:59:59.999Z');
  const firstDay = new Date('0001-01-01T00:00:00Z');
  const lastDay = new Date('9999-12-31T23:59:59.999Z');
  const moment = fc.date({ min: firstDay, max: lastDay, noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.nat(999), (date, micros) => {
      const iso = date.toISOString();
      const digits = `${iso.slice(20, 23)}${String(micros).padStart(3, '0')}`.replace(/0+$/, '');
      const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}${digits && '.'}${digits}+00`;
      expect(inMilliseconds(text)).toBe(iso);
    }),
  );
});

test('an array of texts is what node-postgres alone makes of it', () => {
  const [own, theirs] = [parserOf(texts), types.getTypeParser(texts as never) as Parser];
  const quoted = (text: string | null) =>
    text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const plain = fc.stringMatching(/^[a-z_0-9]+$/);
  const items = fc.oneof(
    fc.array(plain).map((all) => all.join()),
    fc.array(fc.option(fc.string())).map((all) => all.map(quoted).join()),
  );
  fc.assert(
    fc.property(items, (inside) => expect(own(`{${inside}}`)).toEqual(theirs(`{${inside}}`))),
  );
});
