import { ok } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
import { namedByWords } from "#search/query/caption-nodes.ts";
import { readPlain } from "#search/query/plain.ts";
import type { QueryReader } from "#search/query/reading.ts";
import type { QueryToken } from "#search/query/tokens.ts";
import { isPattern } from "#search/query/words.ts";
import { readBoolean } from "./boolean.ts";

/** `Smith & Wesson`, `AT & T`: as with AND, those first that have the words side by side or bear them as a name. */
export const readFirmName: QueryReader = (text, context) => {
  if (!isFirmName(context.lexed.tokens)) return undefined;
  const read = readBoolean(text, context);
  return read.ok ? ok({ ...read.value, tree: withFirmName(read.value.tree, text) }) : read;
};

/** Capitals on both sides of each `&`, and no other operator. */
function isFirmName(tokens: readonly QueryToken[]): boolean {
  return (
    tokens.length > 0 &&
    tokens.every((token, index) => {
      if (token.kind === "word") return !isPattern(token.text);
      const sides = [tokens[index - 1], tokens[index + 1]];
      return (
        token.kind === "and" &&
        token.spelling === "&" &&
        sides.every((side) => side?.kind === "word" && /^\p{Lu}/u.test(side.text))
      );
    })
  );
}

function withFirmName(tree: QueryNode, text: string): QueryNode {
  const plain = readPlain(text);
  const named = plain === undefined ? undefined : namedByWords(plain.tree.children, tree.at);
  const more = [plain?.phrase, named].filter((node) => node !== undefined);
  return more.length === 0 ? tree : { kind: "or", children: [tree, ...more], at: tree.at };
}
