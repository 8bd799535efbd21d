import { readFileSync } from "node:fs";

import { singular } from "./singular.ts";

/** The parts of an appellate court that are not courts of the table, by which it is often named. */
export type Subdivisions = {
  readonly units: ReadonlySet<string>;
  /** The numbers, letters and directions by which its parts are told (`14`, `eastern`). */
  readonly parts: ReadonlySet<string>;
  /** Words of the places where parts sit. */
  readonly seatWords: ReadonlySet<string>;
  /** The places, each with the numbers of the parts that sit there. */
  readonly seats: readonly { readonly words: readonly string[]; readonly numbers: readonly string[] }[];
};

let byCourt: ReadonlyMap<string, Subdivisions> | undefined;

export function subdivisionsOf(courtId: string): Subdivisions | undefined {
  byCourt ??= readTable();
  return byCourt.get(courtId);
}

/** Every place of the table, as words. */
export function seatWords(): readonly string[] {
  byCourt ??= readTable();
  return [...byCourt.values()].flatMap((parts) => [...parts.seatWords]);
}

function readTable(): Map<string, Subdivisions> {
  const lines = readFileSync(new URL("subdivisions.tsv", import.meta.url), "utf8")
    .split("\n")
    .slice(1);
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => {
        const [court = "", units = "", numbers = "", places = ""] = line.split("\t");
        const seats = places
          .split("; ")
          .filter((place) => place !== "")
          .map(seatOf);
        const parts = new Set(numbers.split(" ").flatMap(rangeOf));
        const words = new Set([...seats.flatMap((seat) => seat.words), ...places.toLowerCase().split(/[;\s]+/u)]);
        return [court, { units: new Set(units.split(" ")), parts, seats, seatWords: words }];
      }),
  );
}

/** `Houston 1 14` */
function seatOf(place: string): Subdivisions["seats"][number] {
  const words = place.toLowerCase().split(" ");
  // As a name is read: `dallas` is told as one of several.
  return { words: words.filter((word) => !isNumber(word)).map(singular), numbers: words.filter(isNumber) };
}

function isNumber(word: string): boolean {
  return /^\d+$/u.test(word);
}

function rangeOf(part: string): string[] {
  const [from, to] = part.split("-").map(Number);
  if (from === undefined || to === undefined) return [part];
  return Array.from({ length: to - from + 1 }, (_, offset) => String(from + offset));
}
