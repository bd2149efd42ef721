// What a client's compiler knows of bodies and answers: only what is expected to fail does.
import type { components } from './schema.ts';

type Schemas = components['schemas'];

export function use(player: Schemas['Player'], match: Schemas['Match']): unknown[] {
  // @ts-expect-error: no such member
  const nickname = player.nickname;
  // @ts-expect-error: a walkover has no score
  const unchecked = match.score.sets;
  // @ts-expect-error: no such member in a body
  const body: Partial<Schemas['WalkoverResult']> = { winner: 'me' };
  return [player.display_name, match.score?.sets, nickname, unchecked, body];
}
