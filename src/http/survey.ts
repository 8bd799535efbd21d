import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import type { LawHit } from "#research/laws/search.ts";
import type { Services } from "./services.ts";

/** What the law of one state says to a question, as far as it is on file. */
export type SurveyedState = {
  readonly state: string;
  /** The codes of it that are on file. */
  readonly codes: readonly string[];
  /** The section in force that comes nearest; undefined where none has the words. */
  readonly law: LawHit | undefined;
  /** The words of it that come nearest; undefined where none do. */
  readonly quote: string | undefined;
  /** Its words speak of everything that is asked, as far as a program can tell. */
  readonly isAddressed: boolean;
};

export type Survey = {
  readonly question: string;
  readonly states: readonly SurveyedState[];
  readonly warnings: readonly string[];
};

type Ask = {
  readonly research: Services["research"];
  readonly principal: Principal;
  readonly signal: AbortSignal;
};

/** Sections of all states that one search answers. */
const SECTIONS = 100;
/** Sections of one state that are read for an answer. */
const READ = 3;
/** States read at once: each reading takes a thread. */
const AT_ONCE = 2;

/**
 * One search over all codes on file, and of each state the section that comes nearest, in its own words. A state whose
 * sections stand too far behind those of others is searched by itself; one whose words do not speak of what is asked is
 * told as such.
 */
export async function surveyOf(ask: Ask, question: string): Promise<Survey> {
  const { research, principal, signal } = ask;
  const asked = { query: question, currentOnly: true, page: 1 } as const;
  const [found, collections] = await Promise.all([
    research.laws.search(principal, { ...asked, pageSize: SECTIONS }, signal),
    research.laws.collections(principal, {}),
  ]);
  const byState = Map.groupBy(found.results, ({ collection }) => collection.state);
  const held = Map.groupBy(collections, ({ collection }) => collection.state);
  const hitsOf = async (state: string): Promise<readonly LawHit[]> => {
    const hits = byState.get(state) ?? [];
    if (hits.length > 0 || !found.stateCounts.has(state)) return hits.slice(0, READ);
    return (await research.laws.search(principal, { ...asked, states: [state], pageSize: READ }, signal)).results;
  };
  const waiting = [...held].toSorted(([one], [other]) => one.localeCompare(other, "en-US"));
  const surveyed = new Map<string, SurveyedState>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [state, codes] = next;
      const names = codes.map(({ collection }) => collection.name);
      surveyed.set(state, { state, codes: names, ...(await answerOf(ask, question, await hitsOf(state))) });
    }
  };
  const states = waiting.map(([state]) => state);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { question, states: states.flatMap((state) => surveyed.get(state) ?? []), warnings: found.warnings };
}

/** The first section that speaks of all that is asked, with its words; else the nearest. */
async function answerOf(
  { research, principal, signal }: Ask,
  question: string,
  hits: readonly LawHit[],
): Promise<Pick<SurveyedState, "law" | "quote" | "isAddressed">> {
  let nearest: { readonly law: LawHit; readonly quote: string; readonly isAddressed: false } | undefined;
  for (const hit of hits) {
    const named = { by: "id", given: hit.version.id } as const;
    const { analysis } = await research.laws
      .analyse(principal, { named, includeHistorical: false, question }, signal)
      .catch(unread);
    if (analysis === null || analysis === "failed") continue;
    const { propositions, answer, doesNotAddress } = analysis;
    const told = propositions.find(({ quote }) => answer.includes(oneLine(quote.text))) ?? propositions[0];
    if (told === undefined) continue;
    const quote = oneLine(told.quote.text);
    if (doesNotAddress.length === 0) return { law: hit, quote, isAddressed: true };
    nearest ??= { law: hit, quote, isAddressed: false };
  }
  return nearest ?? { law: hits[0], quote: undefined, isAddressed: false };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** A section that is too long to be read, or withdrawn meanwhile, answers nothing. */
function unread(thrown: unknown): { readonly analysis: null } {
  if (thrown instanceof OnpointError && thrown.code !== "internal") return { analysis: null };
  throw thrown;
}
