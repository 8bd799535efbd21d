import { createHash } from "node:crypto";
import type { LawRecord, LawWords } from "../model.ts";

/**
 * What makes one version another: its words and notes, its place and names. Not its dates, by which the same text may
 * stand in several editions; not its order among others.
 */
export function contentHashOf(version: LawRecord & LawWords): string {
  const { nodeType, type, number, title, citation, registerCitation, isTombstone, sourceUrl } = version;
  const named = [nodeType, type, number, title, citation, registerCitation, isTombstone, sourceUrl];
  return movedHashOf(sha256(JSON.stringify([...named, version.html, version.notesHtml])), version.path);
}

/** The hash of a version is its content's, a full stop, and its path's: a move changes the second part alone. */
export function movedHashOf(contentHash: string, path: string): string {
  return `${contentHash.split(".")[0] ?? ""}.${sha256(path).slice(0, 16)}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
