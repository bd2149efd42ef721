// The character sets of a file, whatever the chunks in which it comes.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { inUtf8 } from '../../shared/exchange/encoding.ts';
import { garbled, withoutEntities } from '../../shared/exchange/table.ts';

const text = 'name;level\nAnna K.;3,5\nŁukasz Świątek;4\nŻółć ń;2\n';

function utf16(bigEndian: boolean, mark: string): Buffer {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

/** Windows-1250, of which these letters are enough. */
function windows1250(given: string): Buffer {
  const letters = new TextDecoder('windows-1250').decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  );
  return Buffer.from(Array.from(given, (letter) => letters.indexOf(letter)));
}

async function read(bytes: Buffer, chunkSize: number) {
  const said: string[] = [];
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const parts = await Array.fromAsync(inUtf8(chunks(), (sentence) => void said.push(sentence)));
  return { read: Buffer.concat(parts).toString('latin1'), said };
}

const plain = (given: string) => Buffer.from(given).toString('latin1');

describe('a file is read', () => {
  const broken = Buffer.concat([Buffer.from(text), Buffer.of(0xb3, 0x0a)]);
  const long = `${'a'.repeat(70_000)}ż${'ż'.repeat(70_000)}\n`;
  test.each<[what: string, bytes: Buffer, read: string, ...said: string[]]>([
    ['in UTF-8', Buffer.from(text), plain(text)],
    ['in UTF-8 with its mark', Buffer.from(`\ufeff${text}`), plain(`\ufeff${text}`)],
    ['in ASCII', Buffer.from('a;b\n'), 'a;b\n'],
    ['of one byte', Buffer.from('a'), 'a'],
    ['of nothing', Buffer.alloc(0), ''],
    ['in UTF-8, of which a later line is broken', broken, broken.toString('latin1')],
    ['in UTF-8 with a long line', Buffer.from(long), plain(long)],
    ['in Windows-1250', windows1250(text), plain(text), 'The file is in Windows-1250.'],
    [
      'in it, without a last line end',
      windows1250('ż'),
      plain('ż'),
      'The file is in Windows-1250.',
    ],
    ['in UTF-16', utf16(false, '\ufeff'), plain(text), 'The file is in UTF-16.'],
    ['in UTF-16 the other way', utf16(true, '\ufeff'), plain(text), 'The file is in UTF-16.'],
    ['in UTF-16 without a mark', utf16(false, ''), plain(text), 'The file is in UTF-16.'],
    ['in it the other way', utf16(true, ''), plain(text), 'The file is in UTF-16.'],
    ['in neither', Buffer.of(0xb3, 0x81, 0x0a), '\xb3\x81\n'],
  ])('%s', async (_, bytes, expected, ...said) => {
    for (const size of [1, 3, 1_000_000]) {
      if (bytes.length / size < 10_000)
        expect(await read(bytes, size)).toEqual({ read: expected, said });
    }
  });

  test('in UTF-8 as its bytes are, whatever it says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(20), async (given, size) => {
        fc.pre(!given.includes('\0'));
        expect(await read(Buffer.from(given), size + 1)).toEqual({ read: plain(given), said: [] });
      }),
    );
  });
});

test.each([
  ['Mu&ntilde;oz', 'Muñoz'],
  ['&#321;ukasz &#x15a;wi&aogon;tek', 'Łukasz Świątek'],
  ['Tom &amp; Jerry&nbsp;O&#39;Neil', 'Tom & Jerry\u00a0O’Neil'.replace('’', "'")],
  ['a &quot;b&quot; &lt;c&gt; &#59; &#10;', 'a &quot;b&quot; &lt;c&gt; &#59; &#10;'],
  ['A&B; AT&T; &nosuch; & ;', 'A&B; AT&T; &nosuch; & ;'],
])('an entity is its letter, unless that divides a row: %s', async (given, expected) => {
  expect(await withoutEntities(given)).toBe(expected);
});

describe('letters that came out wrong are known', () => {
  const polish = 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ';
  test.each(['windows-1250', 'windows-1252'])('where UTF-8 was taken for %s', (label) => {
    for (const letter of polish) {
      expect(new TextDecoder(label).decode(Buffer.from(`a${letter}b`))).toMatch(garbled);
    }
  });

  test('and right ones are not', () => {
    const right = [
      ...['Łukasz Świątek', 'ŻÓŁĆ', 'Åke Ångström', 'Ă. Ştefan', 'João ÃO', 'Ĺudovít', 'ÄRZTE'],
      ...['6-4 ± 1', 'O’Neil', '„Kort”', polish],
    ];
    for (const text of right) expect(text).not.toMatch(garbled);
  });
});
