/** @jsxImportSource preact */

import { Form, Select } from './parts.tsx';
import type { Stands } from './player-repository.ts';
import { type FormatName, formatNames, type ScoreProblem } from './retirement.ts';
import type { Visit } from './visit.ts';
import { whatIfWords } from './what-if-words.ts';
import { nameIn } from './words.ts';

type Props = {
  readonly visit: Visit;
  readonly players: readonly [Stands, Stands];
  readonly query: {
    readonly retires?: 'own' | 'other' | undefined;
    readonly score?: string | undefined;
    readonly format: FormatName;
  };
  readonly problem: ScoreProblem | undefined;
};

/** The form for who retires and at which score; it shows what is wrong with the score. */
export function RetirementForm({ visit, players, query, problem }: Props) {
  const { retires = 'own', score, format } = query;
  const words = whatIfWords[visit.language];
  const sides = players.map(({ display_name }, side) => ({
    id: side === 0 ? 'own' : 'other',
    name: nameIn(visit.language, display_name),
  }));
  return (
    <Form visit={visit} at="retirement">
      <input type="hidden" name="opponent" value={players[1].player_id} />
      {problem && (
        <p class="fault" id="score-fault">
          {problemInWords(visit, problem)}
        </p>
      )}
      <Select {...{ name: 'retires', label: words.who, chosen: retires, options: sides }} />
      <label>
        <span>
          {words.score} <bdi>{sides[0]?.name}</bdi>
        </span>
        <input
          name="score"
          value={score}
          required
          maxLength={60}
          autocomplete="off"
          aria-invalid={problem && 'true'}
          aria-describedby={problem && 'score-fault'}
        />
      </label>
      <Select
        {...{ name: 'format', label: visit.words.format, chosen: format }}
        options={formatNames.map((id) => ({ id, name: words.formats[id] }))}
      />
      <button type="submit">{words.calculate}</button>
    </Form>
  );
}

function problemInWords(visit: Visit, problem: ScoreProblem): string {
  const words = whatIfWords[visit.language];
  if (problem.kind === 'set') return words.set(problem);
  return problem.kind === 'tiebreak' ? words.tiebreak(problem) : words.problem[problem.kind];
}
