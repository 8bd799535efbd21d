import type { Result } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
import type { Condition } from "#search/conditions/conditions.ts";
import { collapseSpace, foldTypography } from "#text/typography.ts";
import { bareText } from "./direct.ts";
import type { Namesake } from "./caption-nodes.ts";
import type { DirectReference } from "./direct.ts";
import type { FoundFault } from "./fault.ts";
import { lexQuery } from "./lexer.ts";
import type { Lexed } from "./lexer.ts";
import type { PartyName } from "./party-name.ts";

/** Turns what a person calls a court into court ids; the failure lists names that would have been known. */
export type ResolveCourt = (text: string) => Result<readonly string[], readonly string[]>;

/** Citations of decisions whose citers are asked for, each by the word that stands for it in the tree. */
export type CitedDecisions = ReadonlyMap<string, string>;

/** What a query was read as. */
export type Reading = {
  readonly tree: QueryNode;
  /** Operators met, each spelling once; empty for a query of plain words. */
  readonly operators: readonly string[];
  /** The words of a query without operators in their order, none left out; absent for a name or a passage. */
  readonly words?: readonly string[];
  /** What was repaired or passed over, for the person who typed. */
  readonly notes: readonly string[];
  /** A record that the query names outright and that should stand first. */
  readonly direct?: DirectReference;
  /** Citations that stand among other words, as typed: their records stand first too. */
  readonly cited?: readonly string[];
  /** What is left of the text without the citations and the conditions in it; empty where nothing is. */
  readonly topic?: string;
  /** What the text says of the decisions it wants beside what they are about. */
  readonly conditions?: readonly Condition[];
  /** What `cites:` names; absent when it names nothing. */
  readonly cites?: CitedDecisions;
  /** For a case name: what the opinions of that name match, and others do not. */
  readonly namesake?: Namesake;
  /** For a few words that may be the name of one party: what the names of its cases match. */
  readonly party?: PartyName;
};

export type Read = Result<Reading, readonly FoundFault[]>;

/**
 * Knows one form of query. Undefined when the text is not of that form, so that the next reader is asked; faults when
 * it is and cannot be read.
 */
export type QueryReader = (text: string, context: ReadContext) => Read | undefined;

/** What several readers ask of the text, worked out once and not before it is asked for. */
export class ReadContext {
  readonly resolveCourt: ResolveCourt;
  readonly #text: string;
  #lexed: Lexed | undefined;
  #folded: string | undefined;

  constructor(text: string, resolveCourt: ResolveCourt) {
    this.#text = text;
    this.resolveCourt = resolveCourt;
  }

  /** The text cut into tokens. */
  get lexed(): Lexed {
    return (this.#lexed ??= lexQuery(this.#text));
  }

  /** The text with plain quotation marks and dashes, and single spaces. */
  get folded(): string {
    return (this.#folded ??= collapseSpace(foldTypography(this.#text)));
  }

  /** What may name a record: see `bareText`. */
  get bare(): string | undefined {
    return bareText(this.folded);
  }
}
