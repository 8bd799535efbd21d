import type { CheckedCitation, Verdict } from "#research/checked-citation.ts";

/** A citation and its number in the report. */
export type Place = { readonly citation: CheckedCitation; readonly number: number };

/** One decision, statute or other work with every place that cites it. */
export type Authority = {
  readonly name: string;
  readonly cited: string;
  readonly verdict: Verdict;
  readonly record: string;
  readonly standing: string;
  readonly places: readonly Place[];
};

/** Worst first: a citation in which something differs must not hide behind one that agrees. */
const WORST: readonly Verdict[] = ["differs", "reporter_unknown", "ambiguous", "not_held", "not_checked", "found"];

/** Citations by the decision they lead to, or by their own words where they lead to none; what differs first. */
export function authoritiesOf(citations: readonly CheckedCitation[], text: string): Authority[] {
  const places = citations.map((citation, number) => ({ citation, number }));
  const groups = Map.groupBy(places, ({ citation }) => citation.matches[0]?.opinionId ?? oneLine(citation.text));
  return [...groups.values()]
    .map((group) => authorityOf(group, text))
    .toSorted(
      (one, other) => WORST.indexOf(one.verdict) - WORST.indexOf(other.verdict) || (one.name < other.name ? -1 : 1),
    );
}

function authorityOf(places: readonly Place[], text: string): Authority {
  const head = places.find(({ citation }) => citation.kind === "case") ?? places[0];
  if (head === undefined) throw new Error("a group has a citation");
  const { citation } = head;
  const [match] = citation.matches;
  const name = oneLine(text.slice(citation.whole.start, citation.start)).replace(/(?<![\s,(])[\s,(]+$/u, "");
  const verdict = WORST.find((one) => places.some((place) => place.citation.verdict === one)) ?? citation.verdict;
  return {
    name: name === "" ? (match?.caseName ?? oneLine(citation.text)) : name,
    cited: oneLine(citation.text),
    verdict,
    record:
      match === undefined
        ? citation.reason
        : `${match.caseName} (${match.courtAbbreviation} ${match.dateFiled ?? "undated"})`,
    standing:
      match === undefined
        ? ""
        : `${match.standing.status === "unknown" ? "no citing decision held" : match.standing.status}, cited ${match.standing.citationCount} times`,
    places,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
