import type { EngineRequest } from "#index/index.ts";
import type { NearNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";
import { BLOCK } from "#index/embedded/postings/packing.ts";
import { WINDOW } from "#index/embedded/segment/bits.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { Expansion } from "#index/embedded/terms/expand.ts";

/** What a search will cost, from how often its words stand in the index; none of its documents is read for it. */
export type Estimate = {
  /** As a `WorkMeter` counts them. */
  readonly units: number;
  /** The words that take most, for the person who asked: at most three sentences' parts, the costliest first. */
  readonly costly: readonly string[];
};

/** Words of a sentence and of a paragraph: what stands together in one. */
const SENTENCE_WORDS = 40;
const PARAGRAPH_WORDS = 250;
/** Bytes of a position, but for the few that lie far behind the one before. */
const POSITION_BYTES = 2;
/** Of a pair that has to be made: it is put into order with others, and looked at once more. */
const PAIR_COST = 4;
/** Of a place that is tried as the end of a stretch of a sentence or paragraph. */
const STRETCH_COST = 6;
/** Of a place that several words of one union may have. */
const UNION_COST = 3;
const COSTLY_MAX = 3;
const ROUNDED = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** What one node contributes. */
type Part = {
  /** That may match. */
  readonly documents: number;
  /** Units of finding them by their words. */
  readonly matching: number;
  /** Units of what is read of their positions to know which do match. */
  readonly verifying: number;
  /** Places it stands at, in all these documents together, and the units of reading them. */
  readonly places: number;
  readonly reading: number;
  /** Whether each place takes as many words: pairs of such need not be made to be counted. */
  readonly isEven: boolean;
};

type Word = { readonly text: string; readonly units: number; readonly forms: number; readonly places: number };

export function estimate(
  segments: readonly Segment[],
  expansions: ReadonlyMap<QueryNode, Expansion>,
  request: EngineRequest,
): Estimate {
  const estimator = new Estimator(segments, expansions);
  const { documents, matching, verifying } = estimator.part(request.tree);
  return {
    units: Math.round(matching + verifying + documents * (1 + request.facets.length)),
    costly: estimator.costly(),
  };
}

class Estimator {
  readonly #expansions: ReadonlyMap<QueryNode, Expansion>;
  readonly #documents: number;
  readonly #windows: number;
  readonly #wordsPerDocument: number;
  readonly #words: Word[] = [];

  constructor(segments: readonly Segment[], expansions: ReadonlyMap<QueryNode, Expansion>) {
    this.#expansions = expansions;
    this.#documents = sum(segments, ({ documents }) => documents);
    this.#windows = sum(segments, ({ documents }) => Math.ceil(documents / WINDOW));
    const words = sum(segments, ({ info }) => sum(info.fieldWords, (count) => count));
    this.#wordsPerDocument = Math.max(1, words / Math.max(1, this.#documents));
  }

  costly(): string[] {
    const said = this.#words
      .toSorted((a, b) => b.units - a.units)
      .map(({ text, forms, places }) => {
        const times = `about ${ROUNDED.format(places)} times`;
        return forms > 1 ? `${text} (${forms.toLocaleString("en")} words, ${times})` : `${text} (${times})`;
      });
    return [...new Set(said)].slice(0, COSTLY_MAX);
  }

  part(node: QueryNode): Part {
    switch (node.kind) {
      case "term":
      case "wildcard":
        return this.#word(node);
      case "phrase": {
        const all = this.#together(node.words.map((word) => this.#word(word)));
        return { ...all, verifying: all.reading, isEven: true };
      }
      case "near":
        return this.#near(node);
      case "together": {
        const members = node.members.map((member) => this.part(member));
        const all = this.#together(members);
        const reading = all.reading + STRETCH_COST * sum(members, ({ places }) => places);
        return { ...all, verifying: reading, reading };
      }
      case "and":
        return this.#together(node.children.map((child) => this.part(child)));
      case "or":
      case "ranked":
        return this.#choice(node.children.map((child) => this.part(child)));
      case "not":
        return { ...this.part(node.child), documents: this.#documents };
      case "atLeast": {
        const child = this.part(node.child);
        return { ...child, verifying: child.verifying + child.reading };
      }
      case "boost":
        return this.part(node.child);
      case "filter":
      case "prior":
        return { ...NOTHING, documents: this.#documents, matching: this.#documents };
    }
  }

  #word(node: TermNode | WildcardNode): Part {
    const expansion = this.#expansions.get(node);
    if (expansion === undefined) return NOTHING;
    const forms = expansion.found.flat();
    const postings = sum(forms, ({ term }) => term.frequency);
    const places = sum(forms, ({ term }) => term.positions_bytes) / POSITION_BYTES;
    const matching = 2 * postings + forms.length * BLOCK + expansion.words * 4 * this.#windows;
    const reading = postings + (expansion.words > 1 ? UNION_COST : 1) * places;
    const text = node.kind === "term" ? node.text : node.pattern;
    this.#words.push({ text, units: matching + reading, forms: expansion.words, places });
    const documents = Math.min(expansion.frequency, this.#documents);
    return { documents, matching, verifying: 0, places, reading, isEven: true };
  }

  /** Of parts that must all match: positions are read only of documents that have all of them. */
  #together(parts: readonly Part[]): Part {
    const documents = parts.reduce((least, part) => Math.min(least, part.documents), this.#documents);
    const inThese = (of: (part: Part) => number): number =>
      sum(parts, (part) => (of(part) * documents) / Math.max(1, part.documents));
    return {
      documents,
      matching: sum(parts, ({ matching }) => matching),
      verifying: inThese(({ verifying }) => verifying),
      places: parts.reduce((least, { places }) => Math.min(least, places), Infinity),
      reading: inThese(({ reading }) => reading),
      isEven: false,
    };
  }

  #choice(parts: readonly Part[]): Part {
    return {
      documents: Math.min(
        this.#documents,
        sum(parts, ({ documents }) => documents),
      ),
      matching: sum(parts, ({ matching }) => matching),
      verifying: sum(parts, ({ verifying }) => verifying),
      places: sum(parts, ({ places }) => places),
      reading: sum(parts, ({ reading, places }) => reading + UNION_COST * places),
      isEven: parts.every(({ isEven }) => isEven),
    };
  }

  #near(node: NearNode): Part {
    const left = this.part(node.left);
    const right = this.part(node.right);
    const both = this.#together([left, right]);
    const lefts = (left.places * both.documents) / Math.max(1, left.documents);
    const rights = (right.places * both.documents) / Math.max(1, right.documents);
    const words = Math.max(1, both.documents * this.#wordsPerDocument);
    const pairs = Math.min(1, reachOf(node) / words) * lefts * rights;
    const reading = both.reading + lefts + rights + PAIR_COST * pairs;
    const isCounted = node.unit === "word" && left.isEven && right.isEven;
    const verifying = isCounted ? both.reading + lefts + rights : reading;
    return { ...both, verifying, places: pairs, reading };
  }
}

/** In how many words around a place another one counts as near. */
function reachOf({ unit, distance, ordered }: NearNode): number {
  if (unit === "word") return ordered ? distance : 2 * distance;
  return unit === "sentence" ? SENTENCE_WORDS : PARAGRAPH_WORDS;
}

const NOTHING: Part = { documents: 0, matching: 0, verifying: 0, places: 0, reading: 0, isEven: true };

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}
