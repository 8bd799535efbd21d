import { readToolList, toolShape } from "../tool-list.ts";
import { toolCodec } from "../tools/tool-codec.ts";
import { inError, wordRefusal } from "../tools/codec/faults.ts";
import { decodeAnalyzeLaw, decodeSearchLaws, encodeAnalyzeLaw, encodeSearchLaws } from "../tools/codec/laws.ts";
import { decodeAnalyzeOpinion, encodeAnalyzeOpinion } from "../tools/codec/opinions.ts";
import { decodeSearch, encodeSearch } from "../tools/codec/search-each.ts";
import { analyzeLaw, analyzeOpinion, searchLaws } from "../tools/operations.ts";
import type { ToolContract } from "../wire.ts";
import { INSTRUCTIONS, search, TOOLS } from "./tools.ts";

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
    search: toolCodec("searchEach", search, { decode: decodeSearch, encode: encodeSearch }),
    analyzeOpinion: toolCodec("analyzeOpinion", analyzeOpinion, {
      decode: decodeAnalyzeOpinion,
      encode: encodeAnalyzeOpinion,
    }),
    searchLaws: toolCodec("searchLaws", searchLaws, { decode: decodeSearchLaws, encode: encodeSearchLaws }),
    analyzeLaw: toolCodec("analyzeLaw", analyzeLaw, { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw }),
  },
  wordFault: wordRefusal({ answers: { searchLaws: inError, analyzeLaw: inError } }),
  shape: () => toolShape({ tools, operations: TOOLS }),
};
