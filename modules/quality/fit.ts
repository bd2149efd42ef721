// Statistics of forecasts that are thousandths, 0 to 1000: what there is to know of any number of them is how
// many there were of each, and how many of these came true.

/** How often each forecast, in thousandths, was made, and how often it came true. */
export type Counts = { readonly made: Float64Array; readonly true: Float64Array };

export function createCounts(): Counts {
  return { made: new Float64Array(1001), true: new Float64Array(1001) };
}

/** The forecasts that were made, each once: its thousandths, how often it was made and came true. */
export function* forecastsIn(counts: Counts) {
  for (const [thousandths, made] of counts.made.entries()) {
    if (made > 0) yield { thousandths, made, true: counts.true[thousandths] ?? 0 };
  }
}

/** A probability kept from 0.001 to 0.999: a single miss of one that was called sure would outweigh all else. */
const clipped = (probability: number) => Math.min(Math.max(probability, 0.001), 0.999);

/** The natural logarithm of the chance that was given to what happened, made positive. */
export function logLoss(probability: number, cameTrue: boolean): number {
  const given = clipped(probability);
  return -Math.log(cameTrue ? given : 1 - given);
}

const z = 1.959964; // the normal distribution's quantile of 0.975

/** Wilson's interval: where the true share lies, with 95 %, if `successes` of `trials` were seen. */
export function wilson(successes: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const weight = 1 + z ** 2 / trials;
  const middle = share + z ** 2 / (2 * trials);
  const reach = z * Math.sqrt((share * (1 - share)) / trials + (z / (2 * trials)) ** 2);
  return [Math.max(0, (middle - reach) / weight), Math.min(1, (middle + reach) / weight)];
}

const mostSteps = 50;

/**
 * The line, by Newton's method, that the logarithm of the odds follows over that of the forecast's odds: slope 1 and
 * intercept 0 where forecasts are right, a slope below 1 where they are too bold. `reach` is how far off, with 95 %, the
 * slope may be; the two sides of a match are one observation. Null where no line is the best one, such as where every
 * favourite won.
 */
export function logisticFit(counts: Counts) {
  const points = Array.from(forecastsIn(counts), ({ thousandths, made, true: won }) => {
    const probability = clipped(thousandths / 1000);
    return { x: Math.log(probability / (1 - probability)), made, won };
  });
  let [slope, intercept] = [0, 0];
  for (let step = 0; step < mostSteps; step += 1) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const { x, made, won } of points) {
      const expected = 1 / (1 + Math.exp(-(intercept + slope * x)));
      const weight = made * expected * (1 - expected);
      g0 += won - made * expected;
      g1 += (won - made * expected) * x;
      h00 += weight;
      h01 += weight * x;
      h11 += weight * x * x;
    }
    const determinant = h00 * h11 - h01 ** 2;
    if (!(determinant > 1e-9)) return null;
    const [up, over] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant];
    intercept += up;
    slope += over;
    if (Math.abs(up) + Math.abs(over) < 1e-10) {
      return { slope, intercept, reach: z * Math.sqrt((2 * h00) / determinant) };
    }
  }
  return null;
}
