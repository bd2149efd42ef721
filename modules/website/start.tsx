/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { warsawDay } from '../../shared/time.ts';
import { calendarDayInWords, dayInWords, inEach } from './language.ts';
import type { Movements } from './movements.ts';
import { MatchLink, PlayerLink } from './parts.tsx';
import { Moved } from './ranking-table.tsx';
import type { StartFacts } from './start-repository.ts';
import type { Visit } from './visit.ts';

/** What is new, in words. */
export const newsWords = inEach({
  latest: ['Latest results', 'Najnowsze wyniki'],
  beat: ['beat', '–'],
  climbs: ['Biggest climbs in 30 days', 'Największe awanse w 30 dni'],
  coming: ['Competitions', 'Rozgrywki'],
  begins: [(day: string) => `begins ${day}`, (day: string) => `początek ${day}`],
  until: [(day: string) => `until ${day}`, (day: string) => `do ${day}`],
});

type Props = {
  readonly visit: Visit;
  readonly start: StartFacts;
  readonly climbs: Movements['climbs'];
};

/** What is new: the latest results, who has climbed most, and which competitions begin or end next. */
export function News({ visit, start, climbs }: Props) {
  const words = newsWords[visit.language];
  const climbers = climbs.flatMap((climb) =>
    start.climbers.filter(({ id }) => id === climb.id).map((player) => ({ ...climb, player })),
  );
  return (
    <aside class="news">
      {start.latest.length > 0 && (
        <Card title={words.latest}>
          <ul class="plain results">
            {start.latest.map((result) => (
              <Result key={result.id} {...{ visit, result }} />
            ))}
          </ul>
          <p>
            <a href={visit.to('feed.xml')}>{visit.words.feed}</a>
          </p>
        </Card>
      )}
      {climbers.length > 0 && (
        <Card title={words.climbs}>
          <ol class="plain climbs">
            {climbers.map(({ id, player, places }) => (
              <li key={id}>
                <PlayerLink {...{ visit, player }} /> <Moved {...{ visit, places }} />
              </li>
            ))}
          </ol>
        </Card>
      )}
      {start.coming.length > 0 && (
        <Card title={words.coming}>
          <ul class="plain">
            {start.coming.map((competition) => (
              <li key={competition.id}>
                <a href={visit.to(`competitions/${competition.id}`)}>
                  <bdi>{competition.name}</bdi>
                </a>{' '}
                <span class="quiet">{nextDay(visit, competition)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </aside>
  );
}

function nextDay(visit: Visit, { starts_on, ends_on }: StartFacts['coming'][number]): string {
  const words = newsWords[visit.language];
  const isComing = starts_on > warsawDay(visit.now);
  const day = calendarDayInWords(visit.language, isComing ? starts_on : ends_on);
  return isComing ? words.begins(day) : words.until(day);
}

type CardProps = { readonly title: string; readonly children: ComponentChildren };

function Card({ title, children }: CardProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type ResultProps = { readonly visit: Visit; readonly result: StartFacts['latest'][number] };

function Result({ visit, result }: ResultProps) {
  const winner = { id: result.winner_id, display_name: result.winner_name };
  const loser = { id: result.loser_id, display_name: result.loser_name };
  return (
    <li>
      <strong>
        <PlayerLink visit={visit} player={winner} />
      </strong>{' '}
      {newsWords[visit.language].beat} <PlayerLink visit={visit} player={loser} />{' '}
      <span class="nowrap">
        <MatchLink {...{ visit, match: result, side: result.first_won ? 0 : 1 }} />
      </span>{' '}
      <span class="quiet">{dayInWords(visit.language, result.played_at)}</span>
    </li>
  );
}
