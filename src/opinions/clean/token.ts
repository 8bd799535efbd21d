import type { InlineTag, BlockTag } from "./allow-list.ts";
import type { LeftOutReason } from "./text-account.ts";

/**
 * What a reader hands to the emitter: the text of an opinion in its own order, in a vocabulary that holds nothing
 * a page could run. Readers may be careless (unbalanced, deeply nested): balance and safety are the emitter's.
 */
export type Token =
  | { readonly kind: "text"; text: string }
  | { readonly kind: "open"; readonly tag: BlockTag | InlineTag; readonly className?: string; readonly span?: CellSpan }
  | { readonly kind: "close"; readonly tag: BlockTag | InlineTag }
  | { readonly kind: "line-break" }
  | { readonly kind: "rule" }
  /** The end of a block that has no element of its own in the output. */
  | { readonly kind: "block-break" }
  | { readonly kind: "image"; readonly src: string; readonly width: number | null; readonly height: number | null }
  | { readonly kind: "page"; readonly label: string; readonly reporter: number }
  /** A number the publisher of a digital edition set before a paragraph; no word of the court. */
  | { readonly kind: "paragraph-number"; readonly label: string }
  /** `key` says which body a reference belongs to where the source says so; else the label decides, in order. */
  | { readonly kind: "note-reference"; readonly label: string; readonly key: string | null }
  | { readonly kind: "note-open"; readonly label: string; readonly key: string | null }
  | { readonly kind: "note-close" }
  /** Characters of the source that a reader leaves out: nothing is written for them, and they are accounted for. */
  | { readonly kind: "left-out"; readonly reason: LeftOutReason; readonly text: string };

export type CellSpan = { readonly columns: number; readonly rows: number };
