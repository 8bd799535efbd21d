import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { courtById, recogniseCourt } from "#courts/courts.ts";

/** A text of the public table of courts, with the court that the table gives it. */
export type NamedText = { readonly id: string; readonly text: string; readonly half: "building" | "sealed" };

export type Outcome = "exact" | "part" | "several" | "refused" | "other";

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
 * `several`: more than one court fits, and the caller is to choose. `other`: one court, and not this one.
 */
export function outcomeOf({ id, text }: NamedText): Outcome {
  const found = recogniseCourt(text);
  if (!found.ok) return "refused";
  const [court, ...others] = found.courts;
  if (others.length > 0) return "several";
  if (court?.id === id) return "exact";
  return court?.partOf === id || courtById(id)?.partOf === court?.id ? "part" : "other";
}

const OUTCOMES: readonly Outcome[] = ["exact", "part", "several", "refused", "other"];

function print(label: string, texts: readonly NamedText[]): void {
  const counts = Object.groupBy(texts, outcomeOf);
  const cells = OUTCOMES.map((outcome) => String(counts[outcome]?.length ?? 0).padStart(9));
  console.log(`${label.padEnd(26)} ${String(texts.length).padStart(6)} ${cells.join(" ")}`);
}

/** `node eval/courts.ts [--show building|sealed]` prints the table, and of one half what is not exact. */
function main(): void {
  const shared = process.env["ONPOINT_SHARED_DATA"] ?? join(import.meta.dirname, "../../shared/data");
  const texts = namedTexts(join(shared, "facts/courts-db.json"));
  console.log(`${"".padEnd(26)} ${"texts".padStart(6)} ${OUTCOMES.map((outcome) => outcome.padStart(9)).join(" ")}`);
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
      console.log(`${outcome.padEnd(9)} ${one.id.padEnd(18)} ${one.text}`);
  }
}

if (import.meta.main) main();
