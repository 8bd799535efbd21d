import type { Section } from "#analysis/model.ts";

/** Stems in a row by which a sentence is known again in another text, however the scans differ. */
const RUN = 4;
/** Of a sentence's runs, the share that must stand in the copy. */
const SHARE_MIN = 0.5;
const STEMS_MIN = 8;

type Sentence = { readonly stems: readonly string[] };

/** Opinions that are held apart, each under what the record says it is: what also stands in a combined text is theirs. */
export class Copies {
  readonly #runs = new Map<string, Section | null>();
  readonly #sections = new Set<Section>();

  add(section: Section, sentences: Iterable<Sentence>): void {
    this.#sections.add(section);
    for (const { stems } of sentences) {
      for (const run of runsOf(stems)) {
        const held = this.#runs.get(run);
        this.#runs.set(run, held === undefined || held === section ? section : null);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#sections.size === 0;
  }

  /** Whose a sentence is; undefined where no copy has it, or several do. */
  ownerOf({ stems }: Sentence): Section | undefined {
    if (stems.length < STEMS_MIN) return undefined;
    const counts = new Map<Section, number>();
    let all = 0;
    for (const run of runsOf(stems)) {
      all += 1;
      const held = this.#runs.get(run);
      if (held !== undefined && held !== null) counts.set(held, (counts.get(held) ?? 0) + 1);
    }
    const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
    return first !== undefined && first[1] >= all * SHARE_MIN ? first[0] : undefined;
  }
}

function* runsOf(stems: readonly string[]): Generator<string> {
  for (let at = 0; at + RUN <= stems.length; at += 1) yield stems.slice(at, at + RUN).join(" ");
}

/** Owners of sentences in order, those filled in that stand between two of one owner. */
export function filledIn(owners: readonly (Section | undefined)[]): (Section | undefined)[] {
  const filled = [...owners];
  let last = -1;
  for (const [at, owner] of owners.entries()) {
    if (owner === undefined) continue;
    if (last >= 0 && at - last <= GAP_MAX && owners[last] === owner) filled.fill(owner, last, at);
    last = at;
  }
  return filled;
}

/** Sentences between two of one owner that no copy tells of. */
const GAP_MAX = 12;
