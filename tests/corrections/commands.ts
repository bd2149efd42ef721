// Correction commands as a person gives them beside the server.
import { expect } from 'bun:test';
import { verifyRatings } from '../../modules/ratings/index.ts';
import type { League } from '../ratings/league.ts';

export function commandsIn(league: League) {
  const expectVerified = async () => {
    const { differences } = await verifyRatings(league.service.workbench.database.db);
    expect(differences).toEqual([]);
  };
  return {
    expectVerified,
    /** Does the command without asking; gives what it printed. Throws where it fails. */
    async done(...argv: string[]): Promise<string[]> {
      const { status, out, err } = await league.command(...argv, '--yes');
      if (status !== 0) throw new Error(err.join('\n'));
      await expectVerified();
      return out;
    },
    /** Why the command isn't done, after its exit status. */
    async refusal(...argv: string[]): Promise<string> {
      const { status, out, err } = await league.command(...argv, '--yes');
      return [status, ...out, ...err].join(' ');
    },
    /** The ids of the matches in a player's history, oldest first. */
    async order(id = ''): Promise<string[]> {
      return (await league.history(id)).flatMap(({ reason }) => reason.match_id ?? []);
    },
    statusOf: async (path: string) => (await league.service.get(`/v1${path}`)).status,
  };
}
