// The pictures that messengers show with a link: drawn whatever the names are, and gone with what they show.
import { beforeAll, describe, expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import { createCorrections } from '../../modules/ratings/index.ts';
import { type Label, png } from '../../modules/website/picture.ts';
import { xml } from '../../modules/website/xml.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { fillSite, hostileNames, ids, now } from './site.ts';
import { unlist } from './takeaway.ts';
import { ask, startSite } from './visitor.ts';

const asked = { actor: { user: 'tests' }, reason: 'a test' };
const id = (n: number) => `plr_site${String(n).padStart(6, '0')}`;

/** The pixels of a picture, four bytes each: throws unless it is a whole PNG of the size that messengers expect. */
function pixelsOf(file: Uint8Array): { at(x: number, y: number): string; readonly inked: number } {
  const view = Buffer.from(file);
  expect(view.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const parts: Buffer[] = [];
  let type = '';
  for (let at = 8; type !== 'IEND'; ) {
    const length = view.readUInt32BE(at);
    type = view.toString('latin1', at + 4, at + 8);
    const part = view.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      // In 8 bits of red, green, blue and opacity each.
      const size = [part.readUInt32BE(0), part.readUInt32BE(4), part[8], part[9]];
      expect(size).toEqual([width, height, 8, 6]);
    }
    if (type === 'IDAT') parts.push(part);
    at += 12 + length;
  }
  const pixels = unfiltered(inflateSync(Buffer.concat(parts)));
  const at = (x: number, y: number) => {
    const place = 4 * (y * width + x);
    return pixels.toString('hex', place, place + 3);
  };
  let inked = 0;
  for (let place = 4 * 112 * width; place < pixels.length; place += 4) {
    if ((pixels[place] ?? 0) < 128) inked += 1;
  }
  return { at, inked };
}

const [width, height] = [1200, 630];

/** The lines of a picture, from how PNG stores each by its difference to its neighbours. */
function unfiltered(data: Buffer): Buffer {
  const line = 4 * width;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (line + 1)];
    for (let n = 0; n < line; n += 1) {
      const place = y * line + n;
      const left = n < 4 ? 0 : (pixels[place - 4] ?? 0);
      const above = y === 0 ? 0 : (pixels[place - line] ?? 0);
      const corner = n < 4 || y === 0 ? 0 : (pixels[place - line - 4] ?? 0);
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? above
            : filter === 3
              ? (left + above) >> 1
              : filter === 4
                ? nearest(left, above, corner)
                : 0;
      pixels[place] = (data[y * (line + 1) + 1 + n] ?? 0) + guess;
    }
  }
  return pixels;
}

function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const off = (value: number) => Math.abs(guess - value);
  if (off(left) <= off(above) && off(left) <= off(corner)) return left;
  return off(above) <= off(corner) ? above : corner;
}

async function drawn(answer: Response) {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const file = new Uint8Array(await answer.arrayBuffer());
  expect(file.length).toBeLessThan(100_000);
  return pixelsOf(file);
}

onBothDatabases('a share picture', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillSite(service);
  });
  const look = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(service, path, headers, method);

  const pictures = [
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14].map((n) => `/players/${id(n)}/card.png`),
    ...[ids.tiebreak, ids.retired, ids.walkover, ids.pending].map(
      (match) => `/matches/${match}/card.png`,
    ),
    ...[ids.league, ids.cup, ids.unplayedCup].map((one) => `/competitions/${one}/card.png`),
  ];

  test.each(pictures.map((path, n) => [path, n % 2 ? 'en' : 'pl']))(
    '%s is drawn in the colours of the site (%s)',
    async (path, language) => {
      const { at, inked } = await drawn(await look(`${path}?lang=${language}`));
      expect([at(1190, 5), at(1190, 625)]).toEqual(['17663f', 'fbfbf9']);
      expect(inked).toBeGreaterThan(2_000);
    },
  );

  test('is asked for each time, and told by its content and language', async () => {
    const path = `/players/${ids.anna}/card.png`;
    const whole = await look(path);
    const { headers } = whole;
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toBe('accept, accept-language');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    const etag = headers.get('etag') ?? '';
    const again = await look(path, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await look(`${path}?lang=pl`, { 'if-none-match': etag })).status).toBe(200);
    const head = await look(path, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    expect((await look(path, {}, 'POST')).status).toBe(405);
  });

  test.each([
    '/players/plr_0000000000/card.png',
    '/players/x/card.png',
    '/matches/mat_0000000000/card.png',
    '/competitions/cmp_0000000000/card.png',
  ])('%s is 404', async (path) => {
    expect((await look(path)).status).toBe(404);
  });

  /** Shows that a change takes the picture as it was away from whoever has it. */
  async function expectRedrawn(path: string, change: () => Promise<unknown>) {
    const before = (await look(path)).headers.get('etag') ?? '';
    await change();
    const after = await look(path, { 'if-none-match': before });
    return after.status;
  }

  test('of whoever is unlisted there is none, and others do not name them', async () => {
    const player = `/players/${ids.bartek}/card.png`;
    const match = `/matches/${ids.pending}/card.png`;
    expect((await look(player)).status).toBe(200);
    const unlisting = () => unlist(service, ids.bartek as PlayerId);
    expect(await expectRedrawn(match, unlisting)).toBe(200);
    expect((await look(player)).status).toBe(404);
    // Whatever the name is, the picture is the same.
    const { db } = service.workbench.database;
    const rename = (display_name: string) =>
      db
        .updateTable('player')
        .set({ display_name })
        .where('id', '=', ids.bartek as PlayerId)
        .execute();
    expect(await expectRedrawn(match, () => rename('Zenon Z.'))).toBe(304);
    await rename('Bartek Ł.');
    await unlist(service, ids.bartek as PlayerId, false);
    expect((await look(player)).status).toBe(200);
  });

  test('has no name that was erased, and shows no match that was voided', async () => {
    const corrections = createCorrections(service.workbench);
    const erasing = () => corrections.erasePlayer(ids.long as PlayerId, asked);
    expect(await expectRedrawn(`/players/${ids.long}/card.png`, erasing)).toBe(200);
    const match = `/matches/${ids.tiebreak}/card.png`;
    const voiding = () => corrections.voidMatch(ids.tiebreak as MatchId, asked);
    expect(await expectRedrawn(match, voiding)).toBe(404);
  });
});

describe('drawing', () => {
  const label: Label = { text: '', x: 100, y: 300, size: 80, colour: '#000000', room: 500 };
  const draw = async (text: string) =>
    pixelsOf(
      await png({
        shapes: xml`<rect width="1200" height="630" fill="#ffffff"/>`,
        labels: [{ ...label, text }],
      }),
    );

  /** The last column in which anything is drawn. */
  function endOf({ at }: ReturnType<typeof pixelsOf>): number {
    for (let x = width - 1; x > 0; x -= 1) {
      for (let y = 200; y < 340; y += 1) if (at(x, y) !== 'ffffff') return x;
    }
    return 0;
  }

  test.each([
    ...Object.entries(hostileNames),
    ['two ends', '</text><script>alert(1)</script></svg>'],
    ['entity', '&lt;&#x0;&unknown;'],
    ['control characters', 'A\u0000n\u0007n\u001ba\uffff\ud800'],
    ['combining marks', '\u0301'.repeat(200)],
    ['letters the font does not have', '山田太郎 कखग'],
    ['only emoji', '🎾🎾🎾'],
    ['Hebrew', 'יוסי כהן'],
    ['Ukrainian', 'Ганна Ковальчук-Їжакевич'],
    ['wide letters', 'ﷺ'.repeat(200)],
    ['200 emoji', '👨‍👩‍👧‍👦'.repeat(18)],
  ])('keeps a text in its room: %s', async (_, text) => {
    expect(endOf(await draw(text))).toBeWithin(101, 602);
  });

  test('draws a text as it is written', async () => {
    const [one, same, other] = [await draw('A<b>'), await draw('A<b>'), await draw('Ab')];
    expect(one.inked).toBe(same.inked);
    expect(endOf(one)).toBeGreaterThan(endOf(other));
  });

  test('lets others have their turn between its steps', async () => {
    let turns = 0;
    let isOver = false;
    const take = () => {
      turns += 1;
      if (!isOver) setImmediate(take);
    };
    take();
    const pictures = Array.from({ length: 10 }, (_, n) =>
      png({ shapes: xml``, labels: [{ ...label, text: `Anna ${n}` }] }),
    );
    await Promise.all(pictures);
    isOver = true;
    // After each text, before the picture, and before its file.
    expect(turns).toBeGreaterThanOrEqual(30);
  });
});
