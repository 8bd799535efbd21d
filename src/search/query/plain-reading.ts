import { err, ok } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
import { captionInName, captionInText, captionNodes, namedByWords, readCaption } from "./caption.ts";
import { emptyFault } from "./fault.ts";
import { readPlain } from "./plain.ts";
import type { Read } from "./reading.ts";

/** A text without operators: a case name when it is shaped like one, else its words, which may be a short name. */
export function plainReading(text: string, notes: readonly string[] = []): Read {
  const plain = readPlain(text);
  if (plain === undefined) return err([emptyFault(text)]);
  const { at, children } = plain.tree;
  const caption = readCaption(text);
  if (caption !== undefined) {
    const tree: QueryNode = { kind: "or", children: [captionInText(caption, at), ...captionNodes(caption, at)], at };
    return ok({ tree, operators: [], notes, namesake: captionInName(caption, at) });
  }
  const named = plain.isSection ? undefined : namedByWords(children, at);
  const more = [plain.phrase, named].filter((node) => node !== undefined);
  const tree: QueryNode = more.length === 0 ? plain.tree : { kind: "or", children: [plain.tree, ...more], at };
  return ok({ tree, operators: [], notes: [...notes, ...plain.notes] });
}
