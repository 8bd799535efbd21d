import type { PopularName } from "./popular-names.ts";

/** It may be something else (`10b-5`): the words are searched for, and nothing is said when no record bears it. */
type Guessed = true;

/** What a query names outright; the record is looked up and stands first. */
export type DirectReference =
  | {
      readonly kind: "citation";
      readonly citation: string;
      /** The other citations of the same decision typed beside it. */
      readonly parallel?: readonly string[];
      readonly guessed?: Guessed;
      /** The citations were not typed: they are those of a decision, or of several, that people call so. */
      readonly popular?: PopularName;
    }
  | { readonly kind: "docket"; readonly docket: string; readonly guessed?: Guessed }
  /** A citation that points into a decision without its first page: `466 U.S. at 687`. */
  | { readonly kind: "pin"; readonly pin: string };

/** A record with the case name typed before it, when there is one. */
export type NamedReference = { readonly reference: DirectReference; readonly name?: string };

/** Longer texts hold more than a citation. */
const DIRECT_CHARS_MAX = 300;

/**
 * A folded text without quotation marks or parentheses around the whole and without punctuation behind it. Undefined
 * when it is too long to be nothing but a record's name, or has no digit.
 */
export function bareText(folded: string): string | undefined {
  const text = unwrapped(folded);
  return text.length > DIRECT_CHARS_MAX || !/\d/u.test(text) ? undefined : text;
}

function unwrapped(text: string): string {
  const bare = text.replace(/(?<![\s;,.])[\s;,.]+$/u, "");
  const inner = /^(?:"([^"]*)"|\(([^()]*)\))$/u.exec(bare);
  return inner === null ? bare : unwrapped((inner[1] ?? inner[2] ?? "").trim());
}
