import { diffArrays, diffWordsWithSpace } from "diff";
import type { Principal } from "#accounts/principal.ts";
import { kindOfId } from "#base/ids.ts";
import { OnpointError } from "#base/errors.ts";
import type { Fault } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import type { LawVersion } from "#laws/model.ts";
import { chainsOf, plainTextsOf, versionsById } from "#laws/store/read.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { requireHistory } from "./access.ts";
import { heldCollections, refuseFaults } from "./held.ts";
import { viewsOf } from "./view.ts";
import type { LawView } from "./view.ts";

/** The ids of two versions of one provision. */
export type ComparisonAsked = { readonly from: string; readonly to: string };

/** A run of words that both versions have, or only the one or the other. */
export type WordChange = { readonly kind: "same" | "removed" | "added"; readonly text: string };

export type Comparison = {
  readonly from: LawView;
  readonly to: LawView;
  /** In order: what is kept or removed makes up the older text, what is kept or added the newer. */
  readonly changes: readonly WordChange[];
  /** Paragraphs in which `<ins>` and `<del>` stand around what was added and removed. */
  readonly html: string;
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
};

/** Characters of both texts together; more is refused. */
const COMPARED_CHARS_MAX = 1_000_000;
/** A changed passage that is longer, or whose words differ in more places, counts as replaced. */
const PASSAGE_CHARS_MAX = 20_000;
const PASSAGE_EDITS_MAX = 500;
/** Texts that differ in more paragraphs count as replaced. */
const PARAGRAPH_EDITS_MAX = 2_000;

/**
 * What changed from one version to the other, word by word.
 * @throws OnpointError `forbidden` without the grant of history, `not_found`, `invalid_input` for versions of two laws
 */
export async function compareVersions(
  { db, today }: { readonly db: Reader; readonly today: string },
  principal: Principal,
  { from, to }: ComparisonAsked,
): Promise<Comparison> {
  refuseFaults([...idFaults(from, "from"), ...idFaults(to, "to")]);
  requireHistory(principal, "from");
  const [older, newer] = [await versionOf(db, from), await versionOf(db, to)];
  if (older.nodeId !== newer.nodeId) {
    const message = "these are versions of two different laws";
    throw new OnpointError("invalid_input", message, { faults: [{ path: "to", message }] });
  }
  const [chain] = await chainsOf(db, [older.nodeId]);
  const views = chain === undefined ? [] : viewsOf(chain, await heldCollections(db), today);
  const viewOf = ({ id }: LawVersion): LawView => {
    const view = views.find(({ version }) => version.id === id);
    if (view === undefined) throw notHeld(id);
    return view;
  };
  const texts = await plainTextsOf(db, [older.id, newer.id]);
  const changes = changedWords(texts.get(older.id) ?? "", texts.get(newer.id) ?? "");
  return {
    from: viewOf(older),
    to: viewOf(newer),
    changes,
    html: inHtml(changes),
    wordsAdded: wordsOf(changes, "added"),
    wordsRemoved: wordsOf(changes, "removed"),
  };
}

function idFaults(id: string, path: string): readonly Fault[] {
  if (kindOfId(id) === "lawVersion") return [];
  return [{ path, message: "this is not the id of a law; a law's answer lists its versions" }];
}

async function versionOf(db: Reader, id: string): Promise<LawVersion> {
  const [version] = await versionsById(db, [id.toLowerCase()]);
  if (version === undefined) throw notHeld(id);
  return version;
}

function notHeld(id: string): OnpointError {
  return new OnpointError("not_found", `no law is held under the id ${id}`);
}

/** Paragraphs are compared first, so that only the words of changed passages are. */
export function changedWords(older: string, newer: string): readonly WordChange[] {
  if (older.length + newer.length > COMPARED_CHARS_MAX) {
    throw new OnpointError("too_large", "these versions are too long to be compared", {
      hint: "Compare the sections below them.",
    });
  }
  const changes: WordChange[] = [];
  let removed = "";
  let added = "";
  const flush = (): void => {
    for (const change of wordsWithin(removed, added)) push(changes, change);
    [removed, added] = ["", ""];
  };
  const parts = diffArrays(paragraphsOf(older), paragraphsOf(newer), { maxEditLength: PARAGRAPH_EDITS_MAX });
  if (parts === undefined) return replaced(older, newer);
  for (const part of parts) {
    const text = part.value.join("");
    if (part.removed) removed += text;
    else if (part.added) added += text;
    else {
      flush();
      push(changes, { kind: "same", text });
    }
  }
  flush();
  return changes;
}

function paragraphsOf(text: string): string[] {
  return text.match(/[^\n]*\n+|[^\n]+$/gu) ?? [];
}

function wordsWithin(removed: string, added: string): readonly WordChange[] {
  if (removed === "" || added === "" || removed.length + added.length > PASSAGE_CHARS_MAX)
    return replaced(removed, added);
  const parts = diffWordsWithSpace(removed, added, { maxEditLength: PASSAGE_EDITS_MAX });
  if (parts === undefined) return replaced(removed, added);
  return parts.map(({ value, added: isAdded, removed: isRemoved }) => ({
    kind: isAdded ? "added" : isRemoved ? "removed" : "same",
    text: value,
  }));
}

function replaced(removed: string, added: string): readonly WordChange[] {
  return [
    { kind: "removed", text: removed },
    { kind: "added", text: added },
  ];
}

/** Runs of one kind become one; an empty one is none. */
function push(changes: WordChange[], { kind, text }: WordChange): void {
  if (text === "") return;
  const last = changes.at(-1);
  if (last?.kind === kind) changes[changes.length - 1] = { kind, text: last.text + text };
  else changes.push({ kind, text });
}

const TAGS: Readonly<Record<WordChange["kind"], string>> = { same: "", removed: "del", added: "ins" };

/** A run that reaches over paragraphs is marked in each of them. */
function inHtml(changes: readonly WordChange[]): string {
  let html = "";
  for (const { kind, text } of changes) {
    const tag = TAGS[kind];
    const pieces = text.split(/\n+/u).map((piece) => {
      const escaped = escapeHtml(piece);
      return tag === "" || piece.trim() === "" ? escaped : `<${tag}>${escaped}</${tag}>`;
    });
    html += pieces.join("</p>\n<p>");
  }
  return `<p>${html}</p>`.replace(/\n?<p>\s*<\/p>/gu, "");
}

function wordsOf(changes: readonly WordChange[], kind: WordChange["kind"]): number {
  return changes
    .filter((change) => change.kind === kind)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0), 0);
}
