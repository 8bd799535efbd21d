import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Chance } from "../brief-check/chance.ts";
import { documentId } from "./questions.ts";
import type { Labelled } from "./questions.ts";

/** Questions that their document does not answer, made by rule: what a reader must refuse. */
export const SCRIPTED = ["absurd", "neighbour", "foreign", "changed"] as const;
export type Scripted = (typeof SCRIPTED)[number];

export function isScripted({ type }: Pick<Labelled, "type">): boolean {
  return SCRIPTED.some((one) => one === type);
}

const ABSURD: readonly string[] = readFileSync(join(import.meta.dirname, "absurd-questions.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "");

/**
 * `absurd`: of our own writing. `neighbour`: asked of the decision most like the one that answers it. `foreign`: asked of
 * any other. `changed`: a question that is answered, with the name of another decision's question for its own.
 */
export function scriptedQuestions(
  labelled: readonly Labelled[],
  neighbours: Readonly<Record<string, string>>,
  count: number,
): Labelled[] {
  const answered = labelled.filter(
    ({ kind, spans, unanswered }) => kind === "opinion" && spans.length > 0 && !unanswered,
  );
  const sources = [...new Set(answered.map(documentId))];
  const chance = new Chance("questions that nothing answers");
  const drawn = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, key: chance.below(1_000_000) }))
      .toSorted((one, other) => one.key - other.key)
      .slice(0, count)
      .map(({ item }) => item);
  const absurd = Array.from({ length: count }, (_, at) =>
    open("absurd", at, sources[at % sources.length] ?? "", ABSURD[(at * 7) % ABSURD.length] ?? ""),
  );
  const neighbour = drawn(answered.filter((one) => neighbours[documentId(one)] !== undefined)).map((one, at) =>
    open("neighbour", at, neighbours[documentId(one)] ?? "", one.question),
  );
  const foreign = drawn(answered).map((one, at) =>
    open("foreign", at, chance.of(sources.filter((id) => id !== documentId(one))), one.question),
  );
  const changed = drawn(answered.filter(({ question }) => namesIn(question).length > 0)).map((one, at) =>
    open("changed", at, documentId(one), withOtherName(one, answered, chance)),
  );
  return [...absurd, ...neighbour, ...foreign, ...changed];
}

function open(kind: Scripted, at: number, source: string, question: string): Labelled {
  return {
    id: `${kind}-${at}`,
    kind: "opinion",
    source,
    question,
    type: kind,
    wording: "own",
    spans: [],
    unanswered: [question],
  };
}

const NAME = /(?<=\p{Ll},? )\p{Lu}\p{Ll}{3,}(?! v\.)/gu;
const NO_PARTY =
  /^(?:Court|Justice|Judge|State|States|Congress|Constitution|Amendment|Act|Commission|Board|Department)$/u;

function namesIn(question: string): string[] {
  return (question.match(NAME) ?? []).filter((name) => !NO_PARTY.test(name));
}

function withOtherName(one: Labelled, all: readonly Labelled[], chance: Chance): string {
  const others = all
    .filter((other) => documentId(other) !== documentId(one))
    .flatMap(({ question }) => namesIn(question));
  const own = chance.of(namesIn(one.question));
  return one.question.replaceAll(own, chance.of(others.filter((name) => !one.question.includes(name))));
}
