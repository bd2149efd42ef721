/** @jsxImportSource preact */
// What several pages show in the same way.
import { type ComponentChildren, Fragment } from 'preact';
import { capitalised } from '../../shared/text.ts';
import { type MatchShown, type Side, swapped, writtenScore } from '../matches/index.ts';
import { oneLine } from '../ratings/index.ts';
import { nameIn, signed, siteWords } from './language.ts';
import { inPlaceOf } from './sentence-facts.ts';
import { sentence, type Told } from './sentences.ts';
import type { Visit } from './visit.ts';

type OfVisit<Props> = Props & { readonly visit: Visit };

/** How sure a rating is, from 0 to 100, as a meter; whoever can't see it hears the number. */
export function Confidence({ visit, value }: OfVisit<{ readonly value: number }>) {
  return (
    <>
      <Meter value={value} />
      <span class="hidden">{visit.words.sure(value)}</span>
    </>
  );
}

/** The same where its number stands beside it. */
export function Meter({ value }: { readonly value: number }) {
  return (
    <span class="meter">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect width={value} height="10" />
      </svg>
    </span>
  );
}

type Headings = readonly ComponentChildren[];
type ColumnsProps = { readonly names: Headings; readonly numbers?: Headings };

/** The headings of a table: of its columns of text, and then of its columns of numbers. */
export function Columns({ names, numbers = [] }: ColumnsProps) {
  return (
    <thead>
      <tr>
        {names.map((name, index) =>
          name === '' ? (
            <td key={index} />
          ) : (
            <th key={index} scope="col">
              {name}
            </th>
          ),
        )}
        {numbers.map((name, index) => (
          <NumberColumn key={index}>{name}</NumberColumn>
        ))}
      </tr>
    </thead>
  );
}

/** The heading of a column of numbers. */
export function NumberColumn({ children }: { readonly children: ComponentChildren }) {
  return (
    <th scope="col" class="number">
      {children}
    </th>
  );
}

type FactProps = { readonly name: string; readonly children: ComponentChildren };

/** The name and the value of one fact. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type FormProps = { readonly children: ComponentChildren; readonly at?: string };

/**
 * A form whose fields become part of the page's address, which keeps the chosen language; its result is shown
 * `at` a part of the page.
 */
export function Form({ visit, children, at }: OfVisit<FormProps>) {
  const action = visit.to(visit.path);
  return (
    <form class="filters" method="get" action={at ? `${action}#${at}` : action}>
      {visit.chosen && <input type="hidden" name="lang" value={visit.chosen} />}
      {children}
    </form>
  );
}

/** Something that can be chosen, by what an address calls it. */
export type Option = { readonly id: string; readonly name: string };

type SelectProps = {
  readonly name: string;
  readonly label: string;
  /** The text for no choice, if that is possible. */
  readonly none?: string;
  readonly chosen: string | undefined;
  readonly options: readonly Option[];
};

/** A field of a form in which one thing is chosen. */
export function Select({ name, label, none, chosen, options }: SelectProps) {
  return (
    <label>
      {label}
      <select name={name}>
        {none && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id} selected={option.id === chosen}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}

export type Player = { readonly id: string; readonly display_name: string | null };

/** Whether the player has no page, and no name on others. */
export const isUnlisted = ({ display_name }: Player): boolean => display_name === '';

/** A player's name, linked to the player's page, if there is one; it may be in any script and of any length. */
export function PlayerLink({ visit, player }: OfVisit<{ readonly player: Player }>) {
  if (isUnlisted(player)) return <>{nameIn(visit.language, player.display_name)}</>;
  return (
    <a class="player" href={visit.to(`players/${player.id}`)}>
      <bdi>{nameIn(visit.language, player.display_name)}</bdi>
    </a>
  );
}

type Venue = { readonly id: string; readonly name: string };

/** A venue's name, linked to the ranking of the players who prefer it. */
export function VenueLink({ visit, venue: { id, name } }: OfVisit<{ readonly venue: Venue }>) {
  return (
    <a href={visit.to('', { venue: id })}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** The same of several venues, in a line. */
export function VenueLinks({ visit, venues }: OfVisit<{ readonly venues: readonly Venue[] }>) {
  return venues.map((venue, index) => (
    <Fragment key={venue.id}>
      {index > 0 && ', '}
      <VenueLink visit={visit} venue={venue} />
    </Fragment>
  ));
}

/** The points by which a rating moved. */
export function Change({ points }: { readonly points: number }) {
  const direction = points > 0 ? 'up' : points < 0 ? 'down' : 'none';
  return <span class={`change ${direction}`}>{signed(points)}</span>;
}

/** The sentence of a history entry; the writing direction of a name in it doesn't affect the rest. */
export function Sentence({ visit: { language }, told }: OfVisit<{ readonly told: Told }>) {
  const { unlistedPlayer } = siteWords[language];
  const named = (player: Pick<Player, 'display_name'> | undefined, index: number) => {
    const name = oneLine(nameIn(language, player?.display_name ?? null)) || unlistedPlayer;
    return name === unlistedPlayer && index === 0 ? capitalised(name) : name;
  };
  const parts = sentence(language, told)
    .split(/([\ufffc\ufffd])/)
    .filter((part) => part !== '');
  return parts.map((part, index) => {
    if (part === inPlaceOf.player) return <bdi key={index}>{named(told.player, index)}</bdi>;
    if (part === inPlaceOf.opponent)
      return <bdi key={index}>{named(told.meeting?.opponent, index)}</bdi>;
    return part;
  });
}

type MatchProps = OfVisit<{
  readonly match: Pick<MatchShown, 'score' | 'status'> & { readonly id: string };
  /** From whose side: the first player's, or the second's. */
  readonly side: Side;
  /** Whether that side won, where the link says it. */
  readonly won?: boolean;
}>;

/** A link to a match: its score as it is written in a line, 6–4 3–6 [10–7]. */
export function MatchLink({ visit, match, side, won }: MatchProps) {
  const { words } = visit;
  const walkover = won === undefined ? words.walkover : words.byWalkover;
  return (
    <a href={visit.to(`matches/${match.id}`)}>
      {won !== undefined && `${won ? words.won : words.lost} `}
      <Score {...{ visit, match, side }}>{walkover}</Score>
    </a>
  );
}

type ScoreProps = OfVisit<{
  readonly match: Pick<MatchShown, 'score' | 'status'>;
  readonly side: Side;
  /** What stands there if nothing was played. */
  readonly children?: string;
}>;

/** A score from a side, in a line: 6–4 3–6 [10–7]. */
export function Score({ visit, match: { score, status }, side, children }: ScoreProps) {
  const parts = score && writtenScore(side === 0 ? score : swapped(score), '–');
  return (
    <span class="score">
      {parts?.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span>{part}</span>
        </Fragment>
      )) ?? children}
      {status === 'retired' && ` ${visit.words.retired}`}
    </span>
  );
}
