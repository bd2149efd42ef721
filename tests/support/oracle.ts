// A second formulation of the rating and inactivity rules, from rules 1 to 3 alone. It
// shares nothing with the product: every number is derived from the entries written so far.

export type OraclePlayer = {
  readonly id: string;
  readonly ntrp: number;
  /** Moments are milliseconds since the epoch. */
  readonly createdAt: number;
};

type Pair = readonly [number, number];

export type OracleMatch = {
  readonly id: string;
  readonly playedAt: number;
  readonly createdAt: number;
  readonly players: readonly [string, string];
  readonly status: 'completed' | 'retired' | 'walkover';
  readonly winner: string;
  readonly sets: readonly Pair[];
  readonly matchTiebreak?: Pair | undefined;
};

/** A history entry as the API shows it, without its id and its sentence. rules 1.9 */
export type OracleEntry = {
  readonly player_id: string;
  readonly occurred_at: string;
  readonly code: 'initial_assessment' | 'match_result' | 'inactivity';
  readonly match_id: string | null;
  readonly value_before: number | null;
  readonly value_after: number;
  readonly change: number | null;
  readonly confidence_before: number | null;
  readonly confidence_after: number;
  readonly calculation: {
    readonly opponent_id: string;
    readonly opponent_rating: number;
    readonly expected_score: number;
    readonly actual_score: number;
    readonly k_factor: number;
  } | null;
};

const day = 86_400_000;
const iso = (moment: number) => new Date(moment).toISOString();

/** The ratings as the documents define them, for matches that are submitted and runs that are made. */
export class Oracle {
  readonly #entries = new Map<string, OracleEntry[]>();
  readonly #rated = new Map<string, OracleMatch>();
  #pending: OracleMatch[] = [];

  /** Registers a player. rules 1.1 */
  register({ id, ntrp, createdAt }: OraclePlayer): void {
    const entry: OracleEntry = {
      player_id: id,
      occurred_at: iso(createdAt),
      code: 'initial_assessment',
      match_id: null,
      value_before: null,
      value_after: 1000 + (ntrp - 1.5) * 200,
      change: null,
      confidence_before: null,
      confidence_after: 20,
      calculation: null,
    };
    this.#entries.set(id, [entry]);
  }

  /** Takes a result in; a walkover isn't rated. */
  submit(match: OracleMatch): void {
    if (match.status !== 'walkover') this.#pending.push(match);
  }

  /** Rates all that is pending at the moment `now`; how many. */
  run(now: number): number {
    const order = this.#pending.toSorted(
      (a, b) => a.playedAt - b.playedAt || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
    );
    this.#pending = [];
    for (const match of order) this.#rate(match, now);
    return order.length;
  }

  /** Applies at `now` the drops that were due by `asOf`, but not to who waits; how many. rules 2 */
  decay(
    asOf: number,
    now: number,
    waiting = new Set<string>(this.#pending.flatMap(({ players }) => players)),
  ): number {
    let drops = 0;
    for (const id of this.#entries.keys()) {
      if (!waiting.has(id)) drops += this.#drop(id, (moment) => moment <= asOf, now);
    }
    return drops;
  }

  /** Gives the player at `now` the next drop, where it was due by `asOf`; for a replay entry by entry. */
  dropOnce(id: string, asOf: number, now = asOf): void {
    this.#drop(id, (moment) => moment <= asOf, now, 1);
  }

  /** The player's history, oldest first. */
  history(id: string): readonly OracleEntry[] {
    return this.#of(id);
  }

  /** The player's rating record. rules 3.5 */
  record(id: string) {
    const { value_after: value, confidence_after: confidence, occurred_at } = this.#last(id);
    const matches = this.#matchesOf(id);
    const latest = Math.max(...matches.map(({ match }) => match.playedAt));
    return {
      player_id: id,
      value,
      confidence,
      k_factor: kOf(confidence),
      rated_matches: matches.length,
      last_rated_match_at: matches.length === 0 ? null : iso(latest),
      updated_at: occurred_at,
    };
  }

  #rate(match: OracleMatch, now: number): void {
    for (const id of match.players) this.#drop(id, (moment) => moment < match.playedAt, now);
    const before = match.players.map((id) => this.#last(id));
    const points = pointsOf(match);
    match.players.forEach((id, side) => {
      const own = before[side];
      const other = before[1 - side];
      if (!own || !other) throw new Error('a match has two players');
      const expected = Number(
        (1 / (1 + Math.exp((Math.LN10 * (other.value_after - own.value_after)) / 400))).toFixed(3),
      );
      const actual = points[side] ?? 0;
      const k = kOf(own.confidence_after);
      // In thousandths of a point, so that the rounding sees whole numbers.
      const moved = k * (Math.round(actual * 1000) - Math.round(expected * 1000));
      const value = Math.max(0, own.value_after + Math.floor((moved + 500) / 1000));
      this.#add({
        player_id: id,
        occurred_at: iso(Math.max(now, Date.parse(own.occurred_at))),
        code: 'match_result',
        match_id: match.id,
        value_before: own.value_after,
        value_after: value,
        change: value - own.value_after,
        confidence_before: own.confidence_after,
        confidence_after: Math.min(95, own.confidence_after + 10),
        calculation: {
          opponent_id: other.player_id,
          opponent_rating: other.value_after,
          expected_score: expected,
          actual_score: actual,
          k_factor: k,
        },
      });
    });
    this.#rated.set(match.id, match);
  }

  #drop(
    id: string,
    isDue: (moment: number) => boolean,
    now: number,
    most = Number.POSITIVE_INFINITY,
  ): number {
    const matches = this.#matchesOf(id);
    const latest = Math.max(...matches.map(({ match }) => match.playedAt));
    const setter = matches.find(({ match }) => match.playedAt === latest);
    if (!setter) return 0;
    const since = this.#of(id).slice(setter.place);
    let applied = since.filter(({ code }) => code === 'inactivity').length;
    let drops = 0;
    while (
      drops < most &&
      isDue(latest + (60 + 30 * applied) * day) &&
      this.#last(id).confidence_after > 20
    ) {
      const { value_after: value, confidence_after: confidence, occurred_at } = this.#last(id);
      this.#add({
        player_id: id,
        occurred_at: iso(Math.max(now, Date.parse(occurred_at))),
        code: 'inactivity',
        match_id: null,
        value_before: value,
        value_after: value,
        change: 0,
        confidence_before: confidence,
        confidence_after: Math.max(20, confidence - 5),
        calculation: null,
      });
      applied += 1;
      drops += 1;
    }
    return drops;
  }

  /** The player's rated matches in the order of their entries, and the place of each entry. */
  #matchesOf(id: string): { match: OracleMatch; place: number }[] {
    return this.#of(id).flatMap(({ match_id }, place) => {
      const match = this.#rated.get(match_id ?? '');
      return match ? [{ match, place }] : [];
    });
  }

  #of(id: string): OracleEntry[] {
    const entries = this.#entries.get(id);
    if (!entries) throw new Error(`the oracle knows no ${id}`);
    return entries;
  }

  #last(id: string): OracleEntry {
    const last = this.#of(id).at(-1);
    if (!last) throw new Error(`${id} has no entry`);
    return last;
  }

  #add(entry: OracleEntry): void {
    this.#of(entry.player_id).push(entry);
  }
}

// rules 1.2
function kOf(confidence: number): number {
  if (confidence >= 70) return 16;
  return confidence >= 40 ? 32 : 48;
}

/** Each side's actual score; after a retirement the share of completed games. rules 1.4 */
function pointsOf({ status, players, winner, sets, matchTiebreak }: OracleMatch): Pair {
  if (status === 'completed') return winner === players[0] ? [1, 0] : [0, 1];
  const games: [number, number] = [0, 0];
  for (const [first, second] of sets) {
    games[0] += first;
    games[1] += second;
  }
  const [a, b] = matchTiebreak ?? [0, 0];
  if (a >= 10 && a >= b + 2) games[0] += 1;
  if (b >= 10 && b >= a + 2) games[1] += 1;
  const all = games[0] + games[1];
  // Half up: the floor of the share plus half a thousandth, in whole numbers.
  const share = (own: number) => Math.floor((2000 * own + all) / (2 * all)) / 1000;
  return [share(games[0]), share(games[1])];
}
