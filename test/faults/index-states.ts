import type { EngineRequest, IndexDocument, SearchEngine } from "#index/index.ts";
import { opinionDocument } from "#search/opinions.ts";

/** A fixed sequence of changes to an index, so that any state of it can be told from its content alone. */
const CHANGED_PER_STEP = 12;
const IDS = 40;

const AT = { start: 0, end: 0 };

export function changesOfStep(step: number): { upserts: IndexDocument[]; deletes: string[] } {
  const upserts = Array.from({ length: CHANGED_PER_STEP }, (_, i) => versionOf((step * 7 + i * 3) % IDS, step));
  const deletes = [idOf((step * 5 + 1) % IDS), idOf((step * 11 + 2) % IDS)];
  return { upserts, deletes };
}

/** Version by id after `steps` steps. */
export function stateAfter(steps: number): Map<string, number> {
  const state = new Map<string, number>();
  for (let step = 1; step <= steps; step++) {
    const { upserts, deletes } = changesOfStep(step);
    for (const id of deletes) state.delete(id);
    for (const { id } of upserts) state.set(id, step);
  }
  return state;
}

/** What the index holds, read by searching for each version. */
export async function stateOf(index: SearchEngine, steps: number): Promise<Map<string, number>> {
  const state = new Map<string, number>();
  for (let step = 1; step <= steps; step++) {
    const { hits } = await index.search(requestFor(`v${step}x`));
    for (const { id } of hits) state.set(id, step);
  }
  return state;
}

export function requestFor(text: string): EngineRequest {
  const tree = { kind: "term", text, exact: true, at: AT } as const;
  return { tree, filters: [], offset: 0, limit: 1000, facets: [], total: true, explain: false };
}

export function idOf(number: number): string {
  return `opinion ${String(number).padStart(3, "0")}`;
}

export function versionOf(number: number, step: number): IndexDocument {
  const filler = Array.from({ length: 400 }, (_, i) => `word${(number * 31 + step * 17 + i * i) % 900}`).join(" ");
  return opinionDocument({
    id: idOf(number),
    name: `Party ${number} v. State`,
    body: `v${step}x and ${filler}.\n\nThe end of ${number}.`,
    citing: [{ opinionId: "someone", text: `held in ${number}` }],
    docket: `${step}-cv-${number}`,
    cite: [`${number} Samp. ${step}`],
    judge: "Doe",
    values: {
      courtId: "scotus",
      courtAbbreviation: "U.S.",
      jurisdiction: "Federal Appellate",
      state: "Federal",
      publishStatus: "published",
      dateFiled: "2001-02-03",
      decision: null,
      placeInDecision: 0,
      repeats: "",
      timesCited: 0,
    },
  });
}
