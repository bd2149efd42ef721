import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { changeDays, rankedSince } from '../ratings/index.ts';
import { ball, card, colours, left, quiet, right, sendPicture } from './card-parts.ts';
import { startOfList } from './changes-list.ts';
import { type Career, careerOf, scale } from './chart-line.ts';
import { counted, inEach, nameIn, numberInWords } from './language.ts';
import type { Label } from './picture.ts';
import { playerProfile } from './player-repository.ts';
import type { Visit } from './visit.ts';
import { type Xml, xml } from './xml.ts';

/** What the picture of a player says. */
const playerCardWords = inEach({
  rating: ['rating', 'punkty'],
  rank: [
    (rank: string) => `no. ${rank} in the ranking`,
    (rank: string) => `${rank}. miejsce w rankingu`,
  ],
  ratedMatches: [
    { one: 'rated match', other: 'rated matches' },
    {
      one: 'mecz rankingowy',
      few: 'mecze rankingowe',
      many: 'meczów rankingowych',
      other: 'meczu rankingowego',
    },
  ],
});

type OfPlayer = { readonly player_id: PlayerId };

/** The picture of a player: the name, the rating as it is and as it was, and the rank. */
export async function playerCard(db: Db, visit: Visit, params: OfPlayer): Promise<Response> {
  const lately = { since: rankedSince(visit.now), month: utc(visit.now - changeDays * dayMs) };
  const [profile] = await playerProfile(db, { id: params.player_id, ...lately, ...startOfList }, 1);
  const { display_name, value, rank, rated_matches } = found(params, profile);
  const { language } = visit;
  const words = playerCardWords[language];
  const matches = counted(language, rated_matches, words.ratedMatches);
  const place = rank === null ? [] : [words.rank(numberInWords(language, rank))];
  const name = nameIn(language, display_name);
  const labels: Label[] = [
    {
      text: name,
      x: left,
      y: 235,
      size: 84,
      colour: colours.ink,
      isBold: true,
      room: right - left,
    },
    { text: String(value), x: left - 8, y: 460, size: 210, colour: colours.green, isBold: true },
    { text: [words.rating, ...place].join(' · '), x: left, y: 525, ...quiet, room: right - left },
    { text: matches, x: left, y: 575, ...quiet },
  ];
  const line = rated_matches > 0 && profile ? [ratings(careerOf(profile, visit.now))] : [];
  return sendPicture(visit, card(visit, line, labels));
}

/** The ratings as a line, with the last one as a ball. */
function ratings({ points }: Career): Xml {
  const values = points.map(({ value }) => value);
  const room = Math.max(50 - (Math.max(...values) - Math.min(...values)) / 2, 0);
  const [bottom, top] = [Math.min(...values) - room, Math.max(...values) + room];
  const spotOf = scale(points[0]?.at ?? 0, points.at(-1)?.at ?? 1, bottom, top);
  const box = { x: 660, y: 300, width: 455, height: 160 };
  const spots = points
    .map(spotOf)
    .map(({ x, y }) => [box.x + (x / 100) * box.width, box.y + (y / 100) * box.height] as const);
  const line = spots.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [[begin = 0] = [], [x = 0, y = 0] = []] = [spots[0], spots.at(-1)];
  const floor = box.y + box.height + 20;
  return xml`<polygon points="${begin},${floor} ${line} ${x},${floor}" fill="${colours.tint}"/>
<polyline points="${line}" fill="none" stroke="${colours.green}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>
<circle cx="${x}" cy="${y}" r="20" fill="${colours.paper}"/>${ball(x, y, 16)}`;
}
