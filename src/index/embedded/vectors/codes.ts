/** Bits of each place that are held in memory. */
export const PLANES = 4;
const LEVELS = 2 ** PLANES;
/** The level between the lowest and the highest: a place at 0. */
export const MIDDLE_LEVEL: number = (LEVELS - 1) / 2;
/** For normally distributed values the step of 16 even levels that errs least, in standard deviations (Max 1960). */
const STEP = 0.3352;
/** How far the estimate of a cosine from the first plane errs, of a vector of one place, in standard deviations. */
export const SKETCH_ERROR = 0.773;
/** The same of the estimate from all planes. */
export const CODE_ERROR = 0.108;
const FINE_MAX = 32_767;

/**
 * What is kept of a turned vector. Each place has one of 16 even levels; bit 3 of the levels of all places is the first
 * plane, a bit a place, which is the sign; bits 2 to 0 are the others. The first plane alone ranks roughly, all four
 * sharply (RaBitQ, Gao and Long 2024, and its extension). The fine code has sixteen bits a place and is read from
 * disk for the few that rank first.
 */
export type Coded = {
  /** 32 places a word. */
  readonly sketch: Int32Array;
  /** Bits 2, 1 and 0, one plane after another. */
  readonly rest: Int32Array;
  /** What makes the product of a query with the signs a cosine, and with the levels. */
  readonly sketchFactor: number;
  readonly codeFactor: number;
  readonly fine: Int16Array;
  /** What the fine code's numbers are multiplied by. */
  readonly fineScale: number;
};

export function code(turned: Float32Array): Coded {
  const places = turned.length;
  const words = places / 32;
  const perLevel = Math.sqrt(places) / STEP;
  const planes = Array.from({ length: PLANES }, () => new Int32Array(words));
  const fine = new Int16Array(places);
  let [ofSigns, ofLevels, largest] = [0, 0, 0];
  for (const value of turned) largest = Math.max(largest, Math.abs(value));
  const fineScale = largest / FINE_MAX;
  for (let place = 0; place < places; place++) {
    const value = turned[place] as number;
    const level = Math.min(LEVELS - 1, Math.max(0, Math.floor(value * perLevel + LEVELS / 2)));
    for (let bit = 0; bit < PLANES; bit++) {
      if (((level >> bit) & 1) === 0) continue;
      const plane = planes[bit] as Int32Array;
      plane[place >> 5] = (plane[place >> 5] as number) | (1 << (place & 31));
    }
    ofSigns += Math.abs(value);
    ofLevels += (level - MIDDLE_LEVEL) * value;
    fine[place] = Math.round(value / fineScale);
  }
  const [lowest, second, third, sketch] = planes as [Int32Array, Int32Array, Int32Array, Int32Array];
  const rest = new Int32Array(words * (PLANES - 1));
  [third, second, lowest].forEach((plane, at) => rest.set(plane, at * words));
  return { sketch, rest, sketchFactor: 1 / ofSigns, codeFactor: 1 / ofLevels, fine, fineScale };
}
