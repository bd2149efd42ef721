import { passKind } from '../../modules/auth/index.ts';
import { competitionKind } from '../../modules/competitions/index.ts';
import { addressIn } from '../../shared/config.ts';
import type { Cell } from '../../shared/exchange/cell.ts';
import { field, needed } from '../../shared/exchange/field.ts';
import { credential } from './credential.ts';

export const passes = credential(passKind, {
  about: "addresses that open an organizer's desk",
  takes: '<label-or-id>',
  fields: [
    needed('--organizer <id>', 'organizer_id', 'whose desk it opens', { fixed: true }),
    needed('--label <label>', 'label', 'who uses it, unique among the passes in use'),
    field('--competition <id>', 'competition_id', 'the only competition that it is for', {
      fixed: true,
    }),
    field('--correct', 'may_correct', 'it may correct, void and restore results', { read: isYes }),
    field('--no-correct', 'may_correct', 'it may undo what it sent, for an hour', { read: isYes }),
    field('--until <date>', 'ends_on', 'its last day in Warsaw, or "" for none', { read: dayOf }),
  ],
  examples: [
    "--organizer org_… --label 'Court desk, Agrykola' --until 2026-06-30",
    "'Court desk, Agrykola'",
    '--correct',
  ],
  abouts: {
    add: 'make a pass; its address is shown only once',
    update: 'change what a pass is called or allowed, which holds within two seconds',
    rotate: 'give a pass a new address, which is shown only once',
    revoke: 'end a pass',
  },
  secretShown: (pass, { settings }) => ({ address: `${addressIn(settings)}/desk/open/${pass}` }),
  async refusal(db, { organizer_id, competition_id }) {
    if (competition_id === null) return undefined;
    const [competition] = await competitionKind.some(db, [competition_id]);
    if (!competition || competition.organizer_id === organizer_id) return undefined;
    return ['competition_id', "this is another organizer's competition."];
  },
});

function isYes(correct: string): Cell<boolean> {
  return { value: correct === 'true' };
}

function dayOf(text: string): Cell<string | null> {
  return { value: text === '' ? null : text };
}
