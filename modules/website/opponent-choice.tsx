/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { matchSuggestions } from '../players/index.ts';
import { nameIn } from './names.ts';
import { Page } from './page.tsx';
import { PlayerLink } from './parts.tsx';
import { playerName } from './player-repository.ts';
import { type Visit, wordsFor } from './visit.ts';
import { playersNamed } from './what-if-repository.ts';
import { whatIfWords } from './what-if-words.ts';

type Params = { readonly player_id: PlayerId };

/** Whom the player might meet: those who are found by name, and the suggestions. */
export async function chooseOpponent(
  db: Db,
  visit: Visit,
  params: Params,
  { q }: { readonly q?: string | undefined },
) {
  const id = params.player_id;
  const player = found(params, await playerName(db, id));
  const others = q ? (await playersNamed(db, { q }, 21)).filter((other) => other.id !== id) : [];
  const near = { limit: 10, max_rating_gap: 150 };
  const suggestions = q ? [] : ((await matchSuggestions(db, id, near)) ?? []);
  const words = wordsFor(visit, whatIfWords);
  const name = nameIn(visit.language, player.display_name);
  return (
    <Page visit={visit} title={`${words.title} ${name}`}>
      <h1>
        {words.title} <bdi>{name}</bdi>
      </h1>
      <p>
        <PlayerLink visit={visit} player={player} />
      </p>
      <h2>{words.choose}</h2>
      <form class="filters" method="get" action={visit.to(visit.path)}>
        {visit.chosen && <input type="hidden" name="lang" value={visit.chosen} />}
        <label>
          {words.search}
          <input type="search" name="q" value={q} maxLength={200} />
        </label>
        <button type="submit">{words.find}</button>
      </form>
      {q && (
        <Choice {...{ visit, id, title: words.found, players: others, nobody: words.nobody }} />
      )}
      {suggestions.length > 0 && (
        <Choice
          {...{ visit, id, title: words.suggested }}
          players={suggestions.map(({ player: { rating, ...one } }) => ({
            ...one,
            rating_value: rating.value,
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
    readonly display_name: string;
    readonly rating_value: number;
  }[];
  readonly nobody?: string;
};

function Choice({ visit, id, title, players, nobody }: ChoiceProps) {
  return (
    <section>
      <h3>{title}</h3>
      {players.length === 0 && <p>{nobody}</p>}
      <ul class="choice">
        {players.map((player) => (
          <li key={player.id}>
            <a href={visit.to(`players/${id}/what-if`, { opponent: player.id })}>
              <bdi>{nameIn(visit.language, player.display_name)}</bdi> {player.rating_value}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
