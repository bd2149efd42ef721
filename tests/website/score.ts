/** A score as it is written, first games first: `6-4 6-7(5-7) [10-8]`. */
export function score(line: string) {
  const pair = (text = ''): [number, number] => {
    const [first = '', second = ''] = text.split('-');
    return [Number(first), Number(second)];
  };
  const parts = line.split(' ');
  const last = parts.find((part) => part.startsWith('['));
  return {
    sets: parts
      .filter((part) => part !== last)
      .map((part) => {
        const [games, tiebreak] = part.split(/[()]/);
        return { games: pair(games), ...(tiebreak && { tiebreak: pair(tiebreak) }) };
      }),
    ...(last && { match_tiebreak: pair(last.slice(1, -1)) }),
  };
}
