const seasons = ['winter', 'spring', 'summer', 'autumn'] as const;

/** The season in which a day falls, as competitions are given it: `2026-autumn`. December begins the winter. */
export function seasonOf({ year, month }: Temporal.PlainDate): string {
  return `${year}-${seasons[Math.floor((month % 12) / 3)]}`;
}
