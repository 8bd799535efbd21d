import { readFileSync } from "node:fs";

import type { Court } from "./model.ts";

let placesByDistrict: ReadonlyMap<string, readonly string[]> | undefined;

const NAMED = /^United States (?:District|Bankruptcy) Court for the (?<district>.+)$/u;

/** The places where a federal district's courts sit (28 U.S.C. §§ 81-131 and their divisions), of its bankruptcy court too. */
export function federalSeatsOf(court: Court, courtsById: (id: string) => Court | undefined): readonly string[] {
  placesByDistrict ??= readTable(courtsById);
  const district = NAMED.exec(court.fullName)?.groups?.["district"];
  return district === undefined ? [] : (placesByDistrict.get(district) ?? []);
}

function readTable(courtsById: (id: string) => Court | undefined): Map<string, readonly string[]> {
  const lines = readFileSync(new URL("federal-seats.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [id = "", places = ""] = line.split("\t");
      const district = NAMED.exec(courtsById(id)?.fullName ?? "")?.groups?.["district"] ?? id;
      return [district, places.split("; ")];
    }),
  );
}
