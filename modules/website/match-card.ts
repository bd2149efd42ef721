import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { MatchId } from '../../shared/ids.ts';
import { capitalised } from '../../shared/text.ts';
import { ball, card, colours, left, quiet, right, sendPicture } from './card-parts.ts';
import { feedWords } from './feed.ts';
import { dayInWords, inEach, nameIn } from './language.ts';
import { type MatchInFull, matchInFull } from './match-repository.ts';
import type { Label } from './picture.ts';
import type { Visit } from './visit.ts';

/** What the picture of a match says. */
const matchCardWords = inEach({
  won: [(name: string) => `${name} won`, (name: string) => `Wygrywa ${name}`],
});

/** The picture of a match: who played, the score by sets, and who won. */
export async function matchCard(
  db: Db,
  visit: Visit,
  params: { readonly match_id: MatchId },
): Promise<Response> {
  const match = found(params, await matchInFull(db, params.match_id));
  const { language } = visit;
  const about = `${match.competition_name} · ${dayInWords(language, match.played_at)}`;
  const winner = match.players.find(({ id }) => id === match.winner_id);
  const ending = {
    completed: [],
    retired: [visit.words.retired],
    walkover: [feedWords[language].walkover],
  };
  const won = matchCardWords[language].won(nameIn(language, winner?.display_name ?? null));
  const labels: Label[] = [
    { text: about, x: left, y: 192, ...quiet, room: right - left },
    ...match.players.flatMap((_, side) => line(visit, match, side === 0 ? 0 : 1)),
    {
      text: capitalised([won, ...ending[match.status]].join(', ')),
      ...{ x: left, y: 560, size: 40, colour: colours.green, room: right - left },
    },
  ];
  const y = winner === match.players[0] ? rowOf(0) : rowOf(1);
  return sendPicture(visit, card(visit, [ball(left + 14, y - 22, 14)], labels));
}

const rowOf = (side: 0 | 1) => 305 + side * 120;

/** One player's line of the score. */
function line({ language }: Visit, { players, score, winner_id }: MatchInFull, side: 0 | 1) {
  const player = players[side];
  const isBold = player?.id === winner_id;
  const y = rowOf(side);
  const points = [
    ...(score?.sets ?? []).map(({ games }) => games[side]),
    ...(score?.match_tiebreak ? [score.match_tiebreak[side]] : []),
  ];
  const columns = points.map((value, index): Label => {
    const x = right - (points.length - 1 - index) * 110;
    return { text: String(value), x, y, end: true, size: 72, colour: colours.ink, isBold };
  });
  const x = left + 50;
  const room = right - x - points.length * 110;
  const text = nameIn(language, player?.display_name ?? null);
  return [{ text, x, y, size: 64, colour: colours.ink, isBold, room }, ...columns];
}
