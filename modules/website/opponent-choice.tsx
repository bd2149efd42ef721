/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { matchSuggestions } from '../players/index.ts';
import { listRanking } from '../ratings/index.ts';
import { Page } from './page.tsx';
import { Form, PlayerLink } from './parts.tsx';
import { playerName } from './player-repository.ts';
import { type Visit, wordsFor } from './visit.ts';
import { whatIfWords } from './what-if-words.ts';
import { nameIn } from './words.ts';

type Params = { readonly player_id: PlayerId };

const mostFound = 20;

/** Whom the player might meet: those who are found by name or, without one, the suggestions. */
export async function chooseOpponent(
  db: Db,
  visit: Visit,
  params: Params,
  { q }: { readonly q?: string | undefined },
) {
  const id = params.player_id;
  const player = found(params, await playerName(db, id));
  const sought = { name: q, everybody: true };
  // Two more than are shown: the player may be among them, and another one tells that there are more.
  const named = q ? await listRanking(db, sought, visit.now, mostFound + 2) : [];
  const others = named.filter((other) => other.id !== id);
  const near = { limit: 10, max_rating_gap: 150 };
  const suggestions = q ? [] : ((await matchSuggestions(db, id, near)) ?? []);
  const words = wordsFor(visit, whatIfWords);
  const name = nameIn(visit.language, player.display_name);
  return (
    <Page visit={visit} title={`${visit.words.whatIf} ${name}`}>
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
      {q && (
        <Choice {...{ visit, id, title: words.found, players: others.slice(0, mostFound) }}>
          {others.length === 0 && <p>{words.nobody}</p>}
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
  readonly players: readonly {
    readonly id: string;
    readonly display_name: string | null;
    readonly value: number;
  }[];
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
