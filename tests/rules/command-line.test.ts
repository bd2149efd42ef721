// What every command offers, and what is said of a mistake in the command line: without a database.
import { describe, expect, test } from 'bun:test';
import type { Command } from 'commander';
import { createProgram } from '../../commands/program.ts';
import { processConsole } from '../../shared/console/console.ts';
import { version } from '../../shared/version.ts';
import { commandsOn } from '../commands/terminal.ts';

/** Runs commands that mustn't come to touch a database. */
const untouched = commandsOn(
  new Proxy({} as never, {
    get() {
      throw new Error('a mistake must change nothing');
    },
  }),
);
const wordsOf = (line: string) => (line === '' ? [] : line.split(' '));

describe('a mistake in the command line gets one line on standard error and status 2', () => {
  test.each([
    ['keys', /tennis keys --help/],
    ['organizerz list', /organizerz.*Did you mean organizers\?/],
    ['organizers lst', /lst.*Did you mean list\?/],
    ['keys list --jsno', /--jsno.*Did you mean --json\?/],
    ['xyzzy', /xyzzy/],
    ['keys add', /--label/],
    ['keys add --label', /--label/],
    ['keys add --label one two', /too many arguments/],
    ['keys revoke', /label-or-id/],
    ['import', /file/],
    ['organizers list --port 3001', /--port.*PORT is a setting, so put PORT=… before/],
    ['organizers list --data-dir=/tmp', /--data-dir'; DATA_DIR is a setting/],
    ['ratings decay --as-of yesterday', /--as-of.*such as 2026-05-01 18:00 in Warsaw/],
    ['ratings decay --as-of 2026-02-30T00:00:00Z', /--as-of/],
    ['ratings decay --as-of 2026-03-29T02:30', /--as-of.*never show/],
    ['ratings decay --as-of 2999-01-01T00:00:00Z', /--as-of.*future/],
    ['matches list --rating pendng', /pending, rated, not_rated/],
    ['matches list --status lost', /completed, retired, walkover/],
    ['matches list --limit 0', /from 1 to 10000/],
    ['matches list --limit many', /from 1 to 10000/],
    ['matches list --player Anna', /--player <id>.*'Anna'.*plr_/],
    ['matches list --day 2026-02-29', /--day <date>.*2026-02-29.*such as/],
    ['matches list --since yesterday', /--since <date>.*yesterday/],
    ['matches list --day 2026-05-01 --until 2026-05-02', /--day.*--until/],
    ['matches list --since 2026-05-02 --until 2026-05-01', /^--until is before --since\.$/],
    ['audit list --match plr_aaaaaaaa01', /--match/],
    ['ranking --venue x', /Expected an id such as/],
    ['import x --format xml', /ndjson, csv/],
    ['export all.CSV', /name the file \.ndjson/],
    ['backup all.CSV', /name the file \.ndjson/],
    ['keys list --x\u001b[2J\u202e', /--x\\u001b\[2J\\u202e/], // nothing that a terminal obeys
  ])('tennis %s', async (line, said) => {
    const { status, out, lines } = await untouched(wordsOf(line));
    expect([status, out, lines]).toEqual([2, '', [expect.stringMatching(said)]]);
  });
});

describe('--help says what there is, on standard output with status 0', () => {
  const helpOf = async (line: string) => {
    const { status, out, err } = await untouched(wordsOf(line));
    expect([status, err]).toEqual([0, '']);
    return out;
  };

  test('tennis --help', async () => {
    expect(await helpOf('--help')).toMatchInlineSnapshot(`
      "Usage: tennis [options] [command]

      The rating service for amateur tennis: results in, ratings out.

      Options:
        -v, --version             print the version and the commit
        -h, --help                print this help

      Commands:
        init [options]            set up the first organizer, venue and competition
        organizers                who runs competitions
        clients                   credentials that submit results
        keys                      API keys that read
        passes                    addresses that open an organizer's desk
        secret                    the secret with which the installation signs tokens
                                  and cursors
        venues                    where matches are played
        competitions              leagues and tournaments
        players                   who plays
        matches                   the results
        ranking [options]         list the players by rating, with what has changed
                                  lately
        ratings                   show a rating and why; rate, drop confidence,
                                  verify, rebuild
        audit                     the log of who changed what
        import [options] <file>   add the records of a file, all of them or none
        export [options] <file>   write every record that import takes
        backup [options] <file>   write a checked export, also while the service runs
        restore [options] <file>  load a backup into an empty database and verify its
                                  ratings
        status [options]          show the state of the service and its database
        config [options]          show every setting, and where its value comes from
        migrate [options]         bring the schema of the database up to date
        serve                     run the service
        demo [options]            show a fictional city: a season, today’s results,
                                  and how the ratings moved
        help [command]            display help for command
      "
    `);
  });

  test('tennis keys --help', async () => {
    expect(await helpOf('keys --help')).toMatchInlineSnapshot(`
      "Usage: tennis keys [options] [command]

      API keys that read

      Options:
        -h, --help                      print this help

      Commands:
        add [options]                   make an API key; it is shown only once
        list [options]                  list the API keys
        show [options] <label-or-id>    show one API key
        update [options] <label-or-id>  give an API key another label
        rotate [options] <label-or-id>  make a new key under the same label and id; it
                                        is shown only once
        revoke [options] <label-or-id>  end an API key
        help [command]                  display help for command
      "
    `);
  });

  test('tennis import --help', async () => {
    expect(await helpOf('import --help')).toMatchInlineSnapshot(`
      "Usage: tennis import [options] <file>

      add the records of a file, all of them or none

      Arguments:
        file                        NDJSON, one record a line, or a table: CSV or
                                    .xlsx; - for standard input

      Options:
        --format <format>           what the file is; else its name decides (choices:
                                    "ndjson", "csv", "xlsx")
        --sheet <name>              the sheet of a workbook; else its first one
        --map <heading=column>      which column a heading means, where it isn't
                                    understood; as often as needed
        --competition <name-or-id>  the competition of rows that name none
        --venue <name-or-id>        the venue of rows that name none
        --time <time>               the time of day of rows with a day alone; else
                                    noon
        --add-players               register the players of matches who are missing
        --level <level>             with --add-players: the level where rows give none
        --skip-known                skip what is stored already with the same content
        --skip-open                 skip rows of a table that have no result yet
        --dry-run                   check the file and say what is wrong, and change
                                    nothing
        --example                   write the file, an .xlsx or .csv to fill in, and
                                    import nothing
        --json                      print the result for programs
        -h, --help                  print this help

      Columns of a table of players (* is needed):
        id                   made if left empty
        display_name       * Zofia W.
        self_assessed_ntrp * 3.5 or 3,5
        preferred_venues     names or ids, with | between them
        availability         monday 18:00-20:00 | saturday 10:00-14:00
        created_at           as played_at, or a day alone; now if left empty
        unlisted             yes or no: without page and name on the public ones
      Columns of a table of matches (* is needed):
        competition        * its name or id
        venue              * its name or id; if empty, the competition's only one
        court_number         2, or none
        played_at          * 2026-05-01 18:00 in Warsaw, or 2026-05-01T18:00:00+02:00
        player_1           * display name or id
        player_2           * display name or id
        status               completed (also if left empty), retired or walkover
        score                6-4 7-6(5), or 6-4 3-6 [10-8]
        winner               name or id; needed for a walkover
        retired_player       name or id; needed if one retired
        time                 18:00, where played_at has the day alone
        set_1                its games, instead of the score; so set_2 to set_5
        remarks              of which only words such as "ret." and "w.o." are read
      Headings may be Polish, or one of the usual other words: data, kort, wynik,
      zawodnik 1, gospodarz, uwagi; docs/import.md lists them. Up to six lines may
      stand above them. Columns that are not understood are left out, and named.
      Days are 2026-05-01, 2026/05/01, 01.05.2026 or 1.5.26, times 18:00 or 18.00.
      Players may be named in full or shortened, if only one fits; otherwise
      write the id. --add-players registers those who are missing.

      Example:
        tennis import results.csv --dry-run
      "
    `);
  });

  test.each(['', 'players'])('tennis help %s is the same', async (line) => {
    expect(await helpOf(`help ${line}`.trim())).toBe(await helpOf(`${line} --help`.trim()));
  });

  test.each(['--version', '-v', '-V'])('tennis %s prints the version', async (option) => {
    expect((await helpOf(option)).split(/[ \n]/)[0]).toBe(version);
  });
});

describe('each command has an example in its help, --json, and says what it needs', () => {
  const leavesOf = (command: Command): Command[] => {
    const own = command.commands.filter((sub) => sub.name() !== 'help');
    return own.length === 0 ? [command] : own.flatMap(leavesOf);
  };
  const pathOf = (command: Command): string =>
    command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
  const program = createProgram({
    console: processConsole(),
    withWorkbench: () => Promise.reject(new Error('none')),
  });
  // Those two go on, and have no result to print.
  const leaves = leavesOf(program).filter((leaf) => !['serve', 'demo'].includes(leaf.name()));

  test('there are many', () => expect(leaves.length).toBeGreaterThan(30));

  test.each(leaves.map((leaf) => [pathOf(leaf), leaf] as const))('%s', (path, leaf) => {
    let help = '';
    leaf.configureOutput({ writeOut: (text) => (help += text) });
    leaf.outputHelp();
    expect(help).toMatch(/Examples?:\n {2}tennis /);
    expect(help).toContain(path.split(' ')[1] ?? '');
    expect(help).toContain('--json');
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const needed = leaf.options.filter(({ mandatory }) => mandatory).length;
    expect(help.split('(needed)')).toHaveLength(1 + needed);
  });
});
