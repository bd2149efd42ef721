import { everythingAbout } from '../modules/exchange/index.ts';
import { mergedInto } from '../modules/players/index.ts';
import { Failure } from '../shared/console/console.ts';
import { noSuchRow } from '../shared/database/db.ts';
import { utc } from '../shared/time.ts';
import { knownId } from './option-values.ts';
import { verb } from './verb.ts';
import { counted } from './words.ts';

/** `players data`: for somebody who asks what is stored about them. docs/privacy.md */
export const playerData = verb({
  name: 'data',
  about: 'write all that is stored about one player to a JSON file',
  takes: '<id> [file]',
  notes:
    'The file must be new: ID.json if none is named; - for standard output.\nIt holds the names of opponents, and what the audit log says.',
  example: 'plr_…',
  async run({ database, clock }, _, name, console, file = `${name}.json`) {
    const id = knownId('player', name);
    await console.writable(file, 'is there already');
    const { ids, ...tables } = await database.atOneMoment((db) => everythingAbout(db, id));
    const rows = Object.values(tables).reduce((sum, some) => sum + some.length, 0);
    if (tables.player.length === 0) {
      const into = (await mergedInto(database.db, [id])).get(id);
      if (into) throw new Failure(`The player ${id} was merged into ${into}.`);
      if (rows === 0) throw noSuchRow('player', id);
    }
    const [, ...merged_ids] = ids;
    const data = { player_id: id, merged_ids, written_at: utc(clock()), ...tables };
    await console.write(
      file,
      (async function* () {
        yield `${JSON.stringify(data, undefined, 2)}\n`;
      })(),
    );
    return file === '-' ? undefined : { file, rows };
  },
  inWords: ({ file, rows }) => `${file}: ${counted(rows, 'row', 'rows')} of the database.`,
});
