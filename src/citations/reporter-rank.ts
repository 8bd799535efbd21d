import type { Reporter } from "./tables.ts";
import { tables } from "./tables.ts";
import { foldReporter } from "./trie.ts";

/** The reporters a printed abbreviation can stand for; exact abbreviations win over variants. Empty when it is unknown. */
export function reportersOf(abbreviation: string): readonly Reporter[] {
  const entry = tables().byKey.get(foldReporter(abbreviation));
  if (entry === undefined) return [];
  const editions = entry.editions.length > 0 ? entry.editions : entry.variantEditions;
  return [...new Set(editions.map(({ reporter }) => reporter))];
}

/** In this order a citation is written out: `384 U.S. 436, 86 S. Ct. 1602, 16 L. Ed. 2d 694, 1966 U.S. LEXIS 2817`. */
const RANKS = ["official", "neutral", "early", "commercial", "unknown", "vendor"] as const;

/** Where a reporter stands among the parallel citations of a decision: the official one is first, a vendor's last. */
export function reporterRank(abbreviation: string): number {
  return RANKS.indexOf(classOf(abbreviation));
}

function classOf(abbreviation: string): (typeof RANKS)[number] {
  if (/\b(?:LEXIS|WL)\b/u.test(abbreviation)) return "vendor";
  const [reporter] = reportersOf(abbreviation);
  if (reporter === undefined) return "unknown";
  if (foldReporter(abbreviation) === "US" || reporter.kind === "state") return "official";
  return reporter.kind === "neutral" || reporter.kind === "early" || reporter.kind === "vendor"
    ? reporter.kind
    : "commercial";
}

/** Citations in the order in which they are written out; those of one class keep theirs. */
export function inWrittenOrder<Cited extends { readonly reporter: string }>(citations: readonly Cited[]): Cited[] {
  return citations.toSorted((one, other) => reporterRank(one.reporter) - reporterRank(other.reporter));
}
