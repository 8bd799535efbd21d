import { err, ok } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
import { readCaption } from "./caption.ts";
import { captionTree, namedByWords, namesakeOf } from "./caption-nodes.ts";
import { emptyFault } from "./fault.ts";
import { readPlain } from "./plain.ts";
import { partyNameIn } from "./party-name.ts";
import { popularNameIn } from "./popular-names.ts";
import type { Read, Reading } from "./reading.ts";

/**
 * A text without operators: a case name when it is shaped like one, else its words, which may be a short name. Where a
 * decision is popularly called so, its record is looked up too.
 */
export function plainReading(text: string, notes: readonly string[] = []): Read {
  const plain = readPlain(text);
  if (plain === undefined) return err([emptyFault(text)]);
  const { at, children } = plain.tree;
  const caption = readCaption(text);
  if (caption !== undefined) {
    const namesake = namesakeOf(caption, at);
    return ok({ tree: captionTree(caption, at), operators: [], notes, namesake, ...popularly(text) });
  }
  const byWords = plain.isSection ? undefined : namedByWords(children, at);
  const more = [plain.phrase, byWords].filter((node) => node !== undefined);
  const tree: QueryNode = more.length === 0 ? plain.tree : { kind: "or", children: [plain.tree, ...more], at };
  const words = plain.words === undefined ? {} : { words: plain.words };
  const party = plain.isSection ? undefined : partyNameIn(text);
  const named = { ...(party !== undefined && { party }), ...popularly(text) };
  return ok({ tree, operators: [], notes: [...notes, ...plain.notes], ...words, ...named });
}

function popularly(text: string): Pick<Reading, "direct"> {
  const popular = popularNameIn(text);
  if (popular === undefined) return {};
  const [citation = "", ...parallel] = popular.citations;
  return { direct: { kind: "citation", citation, parallel, popular } };
}
