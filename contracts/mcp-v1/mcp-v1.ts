import { readToolList, toolShape } from "../tool-list.ts";
import type { Codec, ToolContract } from "../wire.ts";
import { wordRefusal } from "./codec/faults.ts";
import { decodeAnalyzeLaw, decodeSearchLaws, encodeAnalyzeLaw, encodeSearchLaws } from "./codec/laws.ts";
import { decodeAnalyzeOpinion, encodeAnalyzeOpinion } from "./codec/opinions.ts";
import { decodeSearch, encodeSearch } from "./codec/search.ts";
import { INSTRUCTIONS, TOOLS } from "./tools.ts";
import type { analyzeLaw, analyzeOpinion, search, searchLaws } from "./tools.ts";

const NAME = "mcp-v1";
const tools = readToolList(NAME);

/** The tools, version 1. */
export const mcpV1: ToolContract = {
  name: NAME,
  stage: "released",
  operations: TOOLS,
  tools,
  instructions: INSTRUCTIONS,
  codecs: {
    search: { decode: decodeSearch, encode: encodeSearch } satisfies Codec<typeof search>,
    analyzeOpinion: { decode: decodeAnalyzeOpinion, encode: encodeAnalyzeOpinion } satisfies Codec<
      typeof analyzeOpinion
    >,
    searchLaws: { decode: decodeSearchLaws, encode: encodeSearchLaws } satisfies Codec<typeof searchLaws>,
    analyzeLaw: { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw } satisfies Codec<typeof analyzeLaw>,
  },
  wordFault: wordRefusal,
  shape: () => toolShape({ tools, operations: TOOLS }),
};
