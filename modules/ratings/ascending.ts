/** The index of the first of ascending values that reaches the value; their number, if none does. */
export function firstReaching<T extends number | string>(values: readonly T[], value: T): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = values[middle];
    if (there !== undefined && there >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
