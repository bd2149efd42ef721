import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import { utc, warsawDay } from '../../shared/time.ts';
import { card, colours, left, quiet, right, sendPicture } from './card-parts.ts';
import { seasonInWords } from './competition-facts.tsx';
import {
  type CompetitionResult,
  type CompetitionSummary,
  competitionResults,
  competitionSummary,
} from './competition-repository.ts';
import { leagueRows } from './competition-table.tsx';
import { finalOf, winnerWords } from './competition-winner.tsx';
import { scoreInWords, winInWords } from './feed.ts';
import { counted, inEach, nameIn } from './language.ts';
import type { Label } from './picture.ts';
import type { Visit } from './visit.ts';

/** What the picture of a competition says. */
const competitionCardWords = inEach({
  results: [
    { one: 'result', other: 'results' },
    { one: 'wynik', few: 'wyniki', many: 'wyników', other: 'wyniku' },
  ],
});

type OfCompetition = { readonly competition_id: CompetitionId };

/** The picture of a competition: a league's first places, a tournament's winner and latest results. */
export async function competitionCard(
  db: Db,
  visit: Visit,
  params: OfCompetition,
): Promise<Response> {
  const id = params.competition_id;
  const asked = { id, now: utc(visit.now), today: warsawDay(visit.now) };
  const [summary] = await competitionSummary(db, asked);
  const competition = found(params, summary);
  const rows =
    competition.type === 'league'
      ? firstPlaces(visit, competition)
      : lastResults(
          visit,
          await competitionResults(db, { id, after: undefined }, mostRows),
          finalOf(competition.draw)?.id,
        );
  const kind = [visit.words[competition.type], seasonInWords(visit, competition.season)];
  const results = competition.numbers[0]?.results ?? 0;
  const facts = [
    ...kind,
    counted(visit.language, results, competitionCardWords[visit.language].results),
  ];
  const labels: Label[] = [
    {
      text: competition.name,
      ...{ x: left, y: 225, size: 76, colour: colours.ink, isBold: true, room: right - left },
    },
    { text: facts.join(' · '), x: left, y: 285, ...quiet, room: right - left },
    ...rows.flat(),
  ];
  return sendPicture(visit, card(visit, [], labels));
}

/** A competition has room for so many places or results. */
const mostRows = 3;

/** How a row of them is written. */
const rowAt = (index: number) => ({ y: 385 + index * 80, size: 46, colour: colours.ink });

/** The first places of the table, each with wins and losses. */
function firstPlaces({ language }: Visit, competition: CompetitionSummary): Label[][] {
  const first = leagueRows(competition).slice(0, mostRows);
  return first.map(({ display_name, wins, losses }, index) => {
    const place = { ...rowAt(index), isBold: index === 0 };
    const x = left + 60;
    return [
      { ...place, text: String(index + 1), x: left, colour: colours.green },
      { ...place, text: nameIn(language, display_name), x, room: right - x - 180 },
      { ...place, text: `${wins}–${losses}`, x: right, end: true },
    ];
  });
}

/** The results, the last one first; of the final, who won the tournament. */
function lastResults(
  visit: Visit,
  results: readonly CompetitionResult[],
  final: string | undefined,
): Label[][] {
  const { winner } = winnerWords[visit.language];
  return results.map((result, index) => {
    const isBold = result.id === final;
    const row = { ...rowAt(index), size: 40, isBold };
    const champion = `${winner}: ${nameIn(visit.language, result.winner_name)}`;
    return [
      { ...row, text: isBold ? champion : winInWords(visit, result), x: left, room: 670 },
      { ...row, text: scoreInWords(visit, result), x: right, end: true, room: 350 },
    ];
  });
}
