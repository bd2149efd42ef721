// The latest results as a feed: RFC 4287, the Atom Syndication Format.
import { hash } from 'node:crypto';
import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import { capitalised } from '../../shared/text.ts';
import { findCompetition } from '../competitions/index.ts';
import { swapped, writtenScore } from '../matches/index.ts';
import type { CompetitionResult } from './competition-repository.ts';
import { send } from './file.ts';
import { dayInWords, inEach, nameIn } from './language.ts';
import { type LatestResult, latestResults } from './takeaway-repository.ts';
import type { Visit } from './visit.ts';
import { type Xml, xml } from './xml.ts';

/** What a feed says. */
export const feedWords = inEach({
  latest: ['Latest results', 'Najnowsze wyniki'],
  beat: [
    (winner: string, loser: string) => `${winner} beat ${loser}`,
    (winner: string, loser: string) => `Wygrywa ${winner}, przegrywa ${loser}`,
  ],
  how: [
    (win: string, score: string) => `${win} ${score}`,
    (win: string, score: string) => `${win}: ${score}`,
  ],
  walkover: ['by walkover', 'walkower'],
});

/** A feed has the last results, up to so many. */
const mostEntries = 50;

/** A feed of the latest results of all, or of a competition. */
export async function resultsFeed(
  db: Db,
  visit: Visit,
  params: { readonly competition_id?: CompetitionId } = {},
): Promise<Response> {
  const id = params.competition_id;
  const competition = id && found(params, await findCompetition(db, id));
  const results = await latestResults(db, { competition: id }, mostEntries);
  const { absolute, siteName } = visit;
  const { latest } = feedWords[visit.language];
  const updated = results.map(changedAt).toSorted().at(-1) ?? '1970-01-01T00:00:00.000Z';
  const feed = xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${visit.language}">
<title>${[competition?.name ?? siteName, latest].join(' · ')}</title>
<id>${absolute(visit.path)}</id>
<link rel="self" type="application/atom+xml" href="${absolute(visit.path)}"/>
<link rel="alternate" type="text/html" href="${absolute(id ? `competitions/${id}` : '')}"/>
<updated>${updated}</updated>
<author><name>${siteName}</name></author>
${results.map((result) => entry(visit, result))}</feed>
`.xml;
  return send(visit, { type: 'application/atom+xml; charset=utf-8', content: feed });
}

function entry(visit: Visit, result: LatestResult): Xml {
  const { id, played_at, created_at, competition } = result;
  const title = resultInWords(visit, result);
  return xml`<entry>
<title>${title}</title>
<id>urn:uuid:${uuidOf(id)}</id>
<link rel="alternate" type="text/html" href="${visit.absolute(`matches/${id}`)}"/>
<published>${created_at}</published>
<updated>${changedAt(result)}</updated>
<summary>${competition}, ${dayInWords(visit.language, played_at)}</summary>
</entry>
`;
}

/** What is told of a result. */
type Told = Pick<
  CompetitionResult,
  'score' | 'status' | 'first_won' | 'winner_name' | 'loser_name'
>;

/** Who beat whom, and how, in a sentence. */
export function resultInWords(visit: Visit, told: Told): string {
  return feedWords[visit.language].how(winInWords(visit, told), scoreInWords(visit, told));
}

/** Who beat whom, in the third person. */
export function winInWords({ language }: Visit, { winner_name, loser_name }: Told): string {
  const [winner, loser] = [nameIn(language, winner_name), nameIn(language, loser_name)];
  return capitalised(feedWords[language].beat(winner, loser));
}

/** How the winner won: 6–4 3–6 [10–7]. */
export function scoreInWords({ language, words }: Visit, { score, status, first_won }: Told) {
  const sets = score && writtenScore(first_won ? score : swapped(score), '–');
  const how = sets ?? [feedWords[language].walkover];
  return [...how, ...(status === 'retired' ? [words.retired] : [])].join(' ');
}

/** When a result came, was last corrected, or got another name or none. */
function changedAt({ created_at, changed_at }: LatestResult): string {
  return changed_at !== null && changed_at > created_at ? changed_at : created_at;
}

/** A UUID of a match, the same for good, even at another address. RFC 9562, version 8 */
function uuidOf(id: string): string {
  const hex = hash('sha256', id, 'hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
