/** Matches by the lower confidence of the two, as K has its bounds. rules 1.2 */
export const confidenceGroups = ['below_40', 'below_70', 'from_70'] as const;
/** Matches by how far apart the two were, in points. */
export const gapGroups = ['below_50', 'below_100', 'below_200', 'below_300', 'from_300'] as const;

/** The first group whose bound, in its name, is above the value; else the last one. */
export function groupOf<Group extends string>(groups: readonly Group[], value: number): Group {
  const found = groups.find((group) => {
    const [word, bound] = group.split('_');
    return word === 'from' || value < Number(bound);
  });
  if (found === undefined) throw new RangeError(`${value} belongs to no group`);
  return found;
}

/** Something for each group. */
export function forEach<Group extends string, Made>(
  groups: readonly Group[],
  make: (group: Group) => Made,
): Record<Group, Made> {
  return Object.fromEntries(groups.map((group) => [group, make(group)])) as Record<Group, Made>;
}
