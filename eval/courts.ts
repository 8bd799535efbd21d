import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { courtById, recogniseCourt } from "#courts/courts.ts";

/** A text of the public table of courts, with the court that the table gives it. */
export type NamedText = { readonly id: string; readonly text: string; readonly half: "building" | "sealed" };

export type Outcome = "exact" | "part" | "ambiguous" | "several" | "suggested" | "refused" | "mislabeled" | "other";

/** Texts that the public table gives to another court than the one whose very name they are, and why. */
const MISLABELED: ReadonlyMap<string, string> = new Map([
  ["United States District Court, N.D. West Virginia", "a district court's name, given to the bankruptcy court"],
  ["United States District Court For The Eastern District of North Carolina", "the same"],
  ["Justice Court of the Town of Pound Ridge", "Pound Ridge's court, given to Parma's"],
  ["District Court Territory of Orleans", "the court of the territory, given to the later District of Louisiana"],
  ["Alaska District Court", "the state's court bears this name, given to the federal one"],
  ["Mass. Dist. Ct.", "the state's court, given to its Appellate Division"],
  ["Cir. Ct. Tenn.", "the state's court, given to the federal circuit court of 1807"],
  ["D.C.", "the Bluebook's abbreviation of the Court of Appeals, given to a criminal court"],
]);

type TableCourt = {
  readonly id: string;
  readonly name: string;
  readonly examples: readonly string[];
  readonly citation_string: string;
};

/** The names, the examples and the abbreviations of the public table. A court's texts are all in one half. */
export function namedTexts(path: string): {
  readonly names: NamedText[];
  readonly examples: NamedText[];
  readonly abbreviations: NamedText[];
} {
  const courts = JSON.parse(readFileSync(path, "utf8")) as readonly TableCourt[];
  return {
    names: courts.map(({ id, name }) => named(id, name)),
    examples: courts.flatMap(({ id, examples }) => examples.map((text) => named(id, text))),
    abbreviations: courts.flatMap(({ id, citation_string: text }) => (text === "" ? [] : [named(id, text)])),
  };
}

function named(id: string, text: string): NamedText {
  return { id, text, half: halfOf(id) };
}

function halfOf(id: string): NamedText["half"] {
  return (createHash("sha1").update(id).digest()[0] ?? 0) % 2 === 0 ? "building" : "sealed";
}

/**
 * `part`: the county's, district's or term's court within the court of the table, or the whole of which it is a part.
 * `ambiguous`: courts of several states or times bear the name, this one among them, and the caller is to choose;
 * `several`: the same without this one. `suggested`: refused, with this one among the courts that may be meant.
 * `other`: one court, and not this one.
 */
export function outcomeOf({ id, text }: NamedText): Outcome {
  const found = recogniseCourt(text);
  const isAmong = (found.ok ? found.courts : found.candidates).some((court) => court.id === id);
  if (!found.ok) return isAmong ? "suggested" : "refused";
  const [court, ...others] = found.courts;
  if (others.length > 0) return isAmong ? "ambiguous" : "several";
  if (court?.id === id) return "exact";
  if (MISLABELED.has(text)) return "mislabeled";
  return court?.partOf === id || courtById(id)?.partOf === court?.id ? "part" : "other";
}

const OUTCOMES: readonly Outcome[] = [
  "exact",
  "part",
  "ambiguous",
  "several",
  "suggested",
  "refused",
  "mislabeled",
  "other",
];

function print(label: string, texts: readonly NamedText[]): void {
  const counts = Object.groupBy(texts, outcomeOf);
  const cells = OUTCOMES.map((outcome) => String(counts[outcome]?.length ?? 0).padStart(10));
  console.log(`${label.padEnd(26)} ${String(texts.length).padStart(6)} ${cells.join(" ")}`);
}

/** `node eval/courts.ts [--show building|sealed]` prints the table, and of one half what is not exact. */
function main(): void {
  const shared = process.env["ONPOINT_SHARED_DATA"] ?? join(import.meta.dirname, "../../shared/data");
  const texts = namedTexts(join(shared, "facts/courts-db.json"));
  console.log(`${"".padEnd(26)} ${"texts".padStart(6)} ${OUTCOMES.map((outcome) => outcome.padStart(10)).join(" ")}`);
  for (const [label, all] of Object.entries(texts)) {
    print(label, all);
    for (const half of ["building", "sealed"] as const)
      print(
        `  ${half} half`,
        all.filter((one) => one.half === half),
      );
  }
  const shown = process.argv[process.argv.indexOf("--show") + 1];
  for (const one of [...texts.examples, ...texts.abbreviations]) {
    const outcome = outcomeOf(one);
    if (process.argv.includes("--show") && one.half === shown && outcome !== "exact")
      console.log(`${outcome.padEnd(10)} ${one.id.padEnd(18)} ${one.text}`);
  }
}

if (import.meta.main) main();
