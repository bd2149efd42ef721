import * as v from 'valibot';
import type { Database } from '../../shared/database/connect.ts';
import { pathId } from '../../shared/http/reads.ts';
import type { MatchId } from '../../shared/ids.ts';
import type { Submit } from '../matches/index.ts';
import type { createCorrections } from '../ratings/index.ts';
import type { Visit } from '../website/index.ts';
import { correct, correctPage } from './correct.tsx';
import { enter, enterPage } from './enter.tsx';
import { filePage, takeFile } from './file.tsx';
import { type Gate, refuse, seeOther } from './gate.ts';
import { add, playerPage } from './player.tsx';
import { resultPage } from './result.tsx';
import { resultsPage } from './results.tsx';
import { undo } from './undo.ts';
import { turnPage, turn as turnResult } from './void.tsx';

/** What the desk works with. */
export type Desk = {
  readonly database: Database;
  readonly submit: Submit;
  readonly corrections: ReturnType<typeof createCorrections>;
  /** The quiet time before a rating run. */
  readonly delaySeconds: number;
  /** For what an import can't keep in memory. */
  readonly folder: string;
};

const match = v.object({ match_id: pathId('match') });
const turned = v.object({ ...match.entries, turn: v.picklist(['void', 'restore']) });

const to = (visit: Visit, id: MatchId, sent?: string) => visit.to(`desk/results/${id}`, { sent });

/** What somebody with a pass can do. */
export function insideRoutes({ base, posted }: Gate, desk: Desk) {
  return base()
    .derive(({ credential }) => ({ pass: credential?.pass ?? refuse() }))
    .get('', async ({ visit, pass }) => enterPage(desk, { visit, pass }))
    .post(
      '',
      async (sent) => {
        const sitting = await posted(sent);
        const entered = await enter(desk, sitting);
        return typeof entered === 'string' ? seeOther(to(sitting.visit, entered, '1')) : entered;
      },
      { parse: 'none' },
    )
    .get('/player', async ({ visit, pass }) => playerPage(desk, { visit, pass }))
    .post(
      '/player',
      async (sent) => {
        const sitting = await posted(sent);
        const added = await add(desk, sitting);
        if (typeof added !== 'string') return added;
        return seeOther(sitting.visit.to('desk/player', { added }));
      },
      { parse: 'none' },
    )
    .get('/file', async ({ visit, pass }) => filePage(desk, { visit, pass }))
    .post('/file', async (sent) => takeFile(desk, await posted(sent)), { parse: 'none' })
    .get('/results', async ({ visit, pass }) => resultsPage(desk, { visit, pass }))
    .get(
      '/results/:match_id',
      async ({ params, visit, pass }) => resultPage(desk, { visit, pass }, params.match_id),
      { params: match },
    )
    .post(
      '/results/:match_id/undo',
      async ({ params: { match_id }, ...sent }) => {
        const sitting = await posted(sent);
        await undo(desk, sitting, match_id);
        return seeOther(to(sitting.visit, match_id));
      },
      { params: match, parse: 'none' },
    )
    .get(
      '/results/:match_id/correct',
      async ({ params, visit, pass }) => correctPage(desk, { visit, pass }, params.match_id),
      { params: match },
    )
    .post(
      '/results/:match_id/correct',
      async ({ params: { match_id }, ...sent }) => {
        const sitting = await posted(sent);
        const page = await correct(desk, sitting, match_id);
        return page ?? seeOther(to(sitting.visit, match_id));
      },
      { params: match, parse: 'none' },
    )
    .get(
      '/results/:match_id/:turn',
      async ({ params: { match_id, turn }, visit, pass }) =>
        turnPage(desk, { visit, pass }, match_id, turn),
      { params: turned },
    )
    .post(
      '/results/:match_id/:turn',
      async ({ params: { match_id, turn }, ...sent }) => {
        const sitting = await posted(sent);
        const page = await turnResult(desk, sitting, match_id, turn);
        return page ?? seeOther(to(sitting.visit, match_id));
      },
      { params: turned, parse: 'none' },
    );
}
