import { readToolList, toolShape } from "../tool-list.ts";
import type { Codec, ToolContract } from "../wire.ts";
import {
  decodeAnalyzeDocketFiling,
  decodeAnalyzeDocketReport,
  encodeAnalyzeDocketFiling,
  encodeAnalyzeDocketReport,
} from "./codec/dockets.ts";
import { wordRefusal } from "./codec/faults.ts";
import { decodeAnalyzeLaw, decodeSearchLaws, encodeAnalyzeLaw, encodeSearchLaws } from "./codec/laws.ts";
import {
  decodeAnalyzeOpinion,
  decodeFindInOpinion,
  encodeAnalyzeOpinion,
  encodeFindInOpinion,
} from "./codec/opinions.ts";
import { decodeSearch, encodeSearch } from "./codec/search.ts";
import { INSTRUCTIONS, TOOLS } from "./tools.ts";
import type {
  analyzeDocketFiling,
  analyzeDocketReport,
  analyzeLaw,
  analyzeOpinion,
  findInOpinion,
  search,
  searchLaws,
} from "./tools.ts";

const NAME = "mcp-v3";
const tools = readToolList(NAME);

/** The tools, version 3. */
export const mcpV3: ToolContract = {
  name: NAME,
  stage: "released",
  operations: TOOLS,
  tools,
  instructions: INSTRUCTIONS,
  codecs: {
    search: { decode: decodeSearch, encode: encodeSearch } satisfies Codec<typeof search>,
    findInOpinion: { decode: decodeFindInOpinion, encode: encodeFindInOpinion } satisfies Codec<typeof findInOpinion>,
    analyzeOpinion: { decode: decodeAnalyzeOpinion, encode: encodeAnalyzeOpinion } satisfies Codec<
      typeof analyzeOpinion
    >,
    analyzeDocketReport: {
      decode: decodeAnalyzeDocketReport,
      encode: encodeAnalyzeDocketReport,
    } satisfies Codec<typeof analyzeDocketReport>,
    analyzeDocketFiling: {
      decode: decodeAnalyzeDocketFiling,
      encode: encodeAnalyzeDocketFiling,
    } satisfies Codec<typeof analyzeDocketFiling>,
    searchLaws: { decode: decodeSearchLaws, encode: encodeSearchLaws } satisfies Codec<typeof searchLaws>,
    analyzeLaw: { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw } satisfies Codec<typeof analyzeLaw>,
  },
  wordFault: wordRefusal,
  shape: () => toolShape({ tools, operations: TOOLS }),
};
