import type { Citation, FullCaseCitation, JournalCitation, LawCitation, PinCite, ReferenceCitation } from "./model.ts";
import { isPaper } from "./other-sources.ts";
import { partiesOf } from "./references.ts";

export type ResolutionStatus = "itself" | "resolved" | "ambiguous" | "unresolved";

/** What one citation of a document stands for. Numbers are positions in the list of citations. */
export type Resolution = {
  readonly citation: number;
  /** The first full citation of the same work; null unless `itself` or `resolved`. */
  readonly full: number | null;
  readonly status: ResolutionStatus;
  /** The full citations it could stand for, when several could. */
  readonly candidates: readonly number[];
  readonly reason: string;
};

export type ResolveOptions = {
  /** Further names by which the full citation at a position is known, as the store gives them. */
  readonly aliases?: ReadonlyMap<number, string>;
};

/** An `id.` whose page lies further than this from the first page points at something else. */
const OPINION_PAGES_MAX = 150;

type FullCitation = FullCaseCitation | LawCitation | JournalCitation;

/**
 * Resolves `id.`, `supra`, short forms and names to the full citation before them. Full citations of one
 * decision (same volume, reporter and page, or printed side by side) are one work.
 */
export function resolveWithin(citations: readonly Citation[], options: ResolveOptions = {}): Resolution[] {
  return new Resolver(citations, options).resolve();
}

class Resolver {
  readonly #citations: readonly Citation[];
  readonly #aliases: ReadonlyMap<number, string>;
  readonly #byKey = new Map<string, number>();
  readonly #byGroup = new Map<number, number>();
  /** By group, the first of its citations with a page: what is printed beside it may still be open (`--- U.S. ----`). */
  readonly #keyed = new Map<number, number>();
  /** The works of each volume, each once. */
  readonly #byVolume = new Map<string, number[]>();
  readonly #names = new NameIndex();
  /** What `id.` refers to: null after a citation that resolved to nothing. */
  #last: number | null = null;

  constructor(citations: readonly Citation[], options: ResolveOptions) {
    this.#citations = citations;
    for (const [index, citation] of citations.entries()) {
      if (citation.kind === "case" && citation.key !== null && !this.#keyed.has(citation.group))
        this.#keyed.set(citation.group, index);
    }
    this.#aliases = options.aliases ?? new Map<number, string>();
  }

  resolve(): Resolution[] {
    let asideUntil = 0;
    return this.#citations.map((citation, index) => {
      const aside = citation.span.start < asideUntil || isHistory(citation);
      const resolution = this.#resolveOne(citation, index);
      // Sources inside parentheticals and in the history of a case are passed over by id. (Bluebook rule 4.1).
      if (!aside) this.#last = resolution.full;
      const end = citation.parentheticals.at(-1)?.span.end ?? 0;
      if (citation.kind !== "reference" && end > asideUntil) asideUntil = end;
      return resolution;
    });
  }

  #resolveOne(citation: Citation, index: number): Resolution {
    switch (citation.kind) {
      case "case":
      case "law":
      case "journal":
        return {
          citation: index,
          full: this.#addFull(citation, index),
          status: "itself",
          candidates: [],
          reason: "full citation",
        };
      case "short":
        return this.#decide(index, this.#shortCandidates(citation), "no earlier citation of this volume");
      case "supra":
        if (citation.antecedent !== null && isPaper(citation.antecedent.text))
          return unresolved(index, `it names another source: ${citation.antecedent.text}`);
        return this.#decide(
          index,
          this.#namedCandidates(citation.antecedent?.short ?? citation.antecedent?.defendant ?? null),
          "no earlier case of this name",
        );
      case "reference":
        return this.#decide(
          index,
          this.#namedCandidates(citation.name, citation.party),
          "no earlier case of this name",
        );
      case "id":
        return typeof citation.otherSource === "string"
          ? unresolved(index, `it stands behind another source: ${citation.otherSource}`)
          : this.#resolveId(citation.pin, index);
      case "section":
      case "docket":
        return unresolved(index, "not a full citation");
    }
  }

  #addFull(citation: FullCitation, index: number): number {
    const key = workKey(citation);
    const known =
      (key === null ? undefined : this.#byKey.get(key)) ??
      (citation.kind === "case" ? this.#byGroup.get(citation.group) : undefined);
    const work = known ?? (citation.kind === "case" ? this.#keyed.get(citation.group) : undefined) ?? index;
    if (key !== null && !this.#byKey.has(key)) this.#byKey.set(key, work);
    if (citation.kind === "case") {
      this.#byGroup.set(citation.group, work);
      const volume = volumeKey(citation);
      const works = this.#byVolume.get(volume) ?? [];
      if (!works.includes(work)) works.push(work);
      this.#byVolume.set(volume, works);
      for (const [party, name] of partiesOf(citation)) this.#names.add(name, party, work);
      const alias = this.#aliases.get(index);
      if (alias !== undefined) this.#names.add(alias, "short", work);
    }
    return work;
  }

  #shortCandidates(citation: Citation & { kind: "short" }): readonly number[] {
    const works = this.#byVolume.get(volumeKey(citation)) ?? [];
    const name = citation.antecedent?.short ?? citation.antecedent?.defendant ?? citation.antecedent?.matter ?? null;
    if (works.length < 2 || name === null) return works;
    const called = new Set(this.#namedCandidates(name));
    const named = works.filter((work) => called.has(work));
    return named.length === 0 ? works : named;
  }

  /** Works with a party whose name holds `name`, or is held by it when it is longer. */
  #namedCandidates(name: string | null, party?: ReferenceCitation["party"]): number[] {
    if (name === null) return [];
    const works = new Set<number>();
    for (const called of this.#names.find(name)) {
      if (party === undefined || called.party === party || called.party === "short" || party === "short")
        works.add(called.work);
    }
    return [...works];
  }

  #decide(index: number, works: readonly number[], none: string): Resolution {
    const only = works[0];
    if (only === undefined) return unresolved(index, none);
    if (works.length > 1)
      return {
        citation: index,
        full: null,
        status: "ambiguous",
        candidates: works,
        reason: `${works.length} earlier citations fit`,
      };
    return { citation: index, full: only, status: "resolved", candidates: [], reason: "one earlier citation fits" };
  }

  #resolveId(pin: PinCite | null, index: number): Resolution {
    if (this.#last === null) return unresolved(index, "the citation before it is not known");
    const full = this.#citations[this.#last];
    if (full === undefined) return unresolved(index, "the citation before it is not known");
    const fault = pinFault(full, pin);
    if (fault !== null) return unresolved(index, fault);
    return { citation: index, full: this.#last, status: "resolved", candidates: [], reason: "the citation before it" };
  }
}

type Called = { readonly name: string; readonly party: ReferenceCitation["party"]; readonly work: number };

/** Works remembered under one word of a name; a word that more of them share tells them apart no longer. */
const WORKS_PER_WORD_MAX = 200;

/** Party names by each of their words, so that a name is found without going through all of them. */
class NameIndex {
  readonly #byWord = new Map<string, Called[]>();

  add(name: string, party: Called["party"], work: number): void {
    for (const word of new Set(wordsOf(name))) {
      const list = this.#byWord.get(word) ?? [];
      if (list.some((one) => one.work === work && one.name === name && one.party === party)) continue;
      if (list.length < WORKS_PER_WORD_MAX) list.push({ name, party, work });
      this.#byWord.set(word, list);
    }
  }

  find(name: string): Called[] {
    const lists = wordsOf(name).map((word) => this.#byWord.get(word) ?? []);
    const shortest = lists.toSorted((one, other) => one.length - other.length).find((list) => list.length > 0) ?? [];
    return shortest.filter((one) => one.name.includes(name) || (name.includes(" ") && name.includes(one.name)));
  }
}

function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\d'\u2019-]+/u).filter((word) => word !== "");
}

function unresolved(citation: number, reason: string): Resolution {
  return { citation, full: null, status: "unresolved", candidates: [], reason };
}

function isHistory(citation: Citation): boolean {
  return citation.kind === "case" && citation.history !== null && citation.history.of !== null;
}

/** Equal keys are one work; an open page is a work of its own. */
function workKey(citation: FullCitation): string | null {
  if (citation.kind !== "law") return citation.key;
  return `${citation.correctedCode} ${citation.leading ?? ""} ${citation.title ?? ""} ${citation.chapter ?? ""} ${citation.sectionText ?? citation.article ?? ""} ${citation.page ?? ""}`;
}

function volumeKey(citation: { volume: string | null; correctedReporter: string | null; reporter: string }): string {
  return `${citation.volume ?? ""} ${(citation.correctedReporter ?? citation.reporter).replace(/[\s.]+/gu, "")}`;
}

/** Why a pin cite cannot lie inside the work cited, or null when it can. */
function pinFault(full: Citation, pin: PinCite | null): string | null {
  if (full.kind === "case" && full.page === null) return "the page of the citation before it is open";
  if (pin === null || (full.kind !== "case" && full.kind !== "journal")) return null;
  if (full.kind === "case" && full.source !== "print") return null;
  if (full.page === null || !/^\d+$/u.test(full.page)) return null;
  if (pin.page === null || pin.text.startsWith("*")) return "its pin cite is not a page of that reporter";
  const page = Number(full.page);
  return pin.page < page || pin.page > page + OPINION_PAGES_MAX ? "its page lies outside that opinion" : null;
}
