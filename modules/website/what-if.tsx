/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { found } from '../../shared/http/reads.ts';
import { idSchema, type PlayerId } from '../../shared/ids.ts';
import type { Side } from '../matches/index.ts';
import { matchSuggestions } from '../players/index.ts';
import { ifPlayed, listRanking } from '../ratings/index.ts';
import { inEach, nameIn } from './language.ts';
import { Page } from './page.tsx';
import { Form, type Player, PlayerLink } from './parts.tsx';
import { playerName, standingsOfPlayers } from './player-repository.ts';
import { rankingWords } from './ranking-table.tsx';
import type { Visit } from './visit.ts';
import { Outcome, Outlook } from './what-if-outcome.tsx';

export const whatIfWords = inEach({
  choose: ['Against whom?', 'Z kim?'],
  search: ['Name of the opponent', 'Imię lub nazwisko'],
  find: ['Search', 'Szukaj'],
  found: ['Found by name', 'Znalezieni'],
  nobody: ['Nobody else has that name.', 'Nikt inny tak się nie nazywa.'],
  more: [
    'There are more: these are the best rated. A longer part of the name finds fewer.',
    'Jest ich więcej: oto ci z największą liczbą punktów. Dłuższy fragment imienia lub nazwiska zawęzi listę.',
  ],
  suggested: [
    'Of about the same rating, with time when this player has',
    'O zbliżonej liczbie punktów, z wolnym czasem o tych samych porach',
  ],
  another: ['Another opponent', 'Inny rywal'],
});

export const whatIfQuery = {
  opponent: v.optional(idSchema('player')),
  // A longer text can be no name: cut, it is answered like one that finds nothing.
  q: v.optional(
    v.pipe(
      v.string(),
      v.transform((written) => written.trim().slice(0, 200)),
    ),
  ),
};

type Params = { readonly player_id: PlayerId };
type WhatIfQuery = QueryOf<typeof whatIfQuery>;

/** What a match of two players would do to both ratings; without an opponent, whom it might be. */
export async function whatIfPage(db: Db, visit: Visit, params: Params, query: WhatIfQuery) {
  const id = params.player_id;
  const { opponent } = query;
  if (!opponent || opponent === id) return chooseOpponent(db, visit, params, query);
  const standings = await standingsOfPlayers(db, { ids: [id, opponent] });
  const stands = (of: PlayerId) =>
    found(
      { player_id: of },
      standings.find(({ player_id }) => player_id === of),
    );
  const two = [stands(id), stands(opponent)] as const;
  const names = two.map(({ display_name }) => nameIn(visit.language, display_name));
  const words = whatIfWords[visit.language];
  const won = (winner: Side) => ifPlayed(two, winner, visit.now);
  const [first, second] = [won(0), won(1)];
  return (
    <Page visit={visit} title={[`${visit.words.whatIf} ${names.join(' – ')}`]}>
      <h1>
        {visit.words.whatIf} <bdi>{names[0]}</bdi> – <bdi>{names[1]}</bdi>
      </h1>
      <Outlook {...{ visit, players: two, entries: first }} />
      <Outcome {...{ visit, of: 0, players: two, entries: first }} />
      <Outcome {...{ visit, of: 1, players: two, entries: second }} />
      <ul>
        <li>
          <a href={visit.to(`players/${id}/what-if`)}>{words.another}</a>
        </li>
        <li>
          <a href={visit.to(`players/${id}/against/${opponent}`)}>{visit.words.headToHead}</a>
        </li>
      </ul>
    </Page>
  );
}

const mostFound = 20;

/** Whom the player might meet: those who are found by name or, without one, the suggestions. */
async function chooseOpponent(db: Db, visit: Visit, params: Params, { q }: WhatIfQuery) {
  const id = params.player_id;
  const player = found(params, await playerName(db, id));
  const sought = { name: q, everybody: true };
  // Two more than are shown: the player may be among them, and another one tells that there are more.
  const named = q ? await listRanking(db, sought, visit.now, mostFound + 2) : [];
  const others = named.filter((other) => other.id !== id);
  const suggestions = q
    ? []
    : ((await matchSuggestions(db, id, { limit: 10, max_rating_gap: 150, only_listed: true })) ??
      []);
  const words = whatIfWords[visit.language];
  const search = rankingWords[visit.language];
  const name = nameIn(visit.language, player.display_name);
  return (
    <Page visit={visit} title={[`${visit.words.whatIf} ${name}`]}>
      <h1>
        {visit.words.whatIf} <bdi>{name}</bdi>
      </h1>
      <p>
        <PlayerLink visit={visit} player={player} />
      </p>
      <h2>{words.choose}</h2>
      <Form visit={visit}>
        <label>
          {words.search}
          <input type="search" name="q" value={q} maxLength={200} />
        </label>
        <button type="submit">{words.find}</button>
      </Form>
      {q && others.length === 0 && (
        <>
          <p>{named.length === 0 ? search.nobody : words.nobody}</p>
          <p>{search.tryLess}</p>
        </>
      )}
      {others.length > 0 && (
        <Choice {...{ visit, id, title: words.found, players: others.slice(0, mostFound) }}>
          {others.length > mostFound && <p>{words.more}</p>}
        </Choice>
      )}
      {suggestions.length > 0 && (
        <Choice
          {...{ visit, id, title: words.suggested }}
          players={suggestions.map(({ player: { rating, ...one } }) => ({
            ...one,
            value: rating.value,
          }))}
        />
      )}
    </Page>
  );
}

type ChoiceProps = {
  readonly visit: Visit;
  readonly id: PlayerId;
  readonly title: string;
  readonly players: readonly (Player & { readonly value: number })[];
  readonly children?: ComponentChildren;
};

function Choice({ visit, id, title, players, children }: ChoiceProps) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
      <ul class="choice">
        {players.map((player) => (
          <li key={player.id}>
            <a href={visit.to(`players/${id}/what-if`, { opponent: player.id })}>
              <bdi>{nameIn(visit.language, player.display_name)}</bdi> {player.value}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
