import { readToolList, toolShape } from "../tool-list.ts";
import { toolCodec } from "../tools/tool-codec.ts";
import { decodeAnalyzeLaw, decodeSearchLaws, encodeAnalyzeLaw, encodeSearchLaws } from "../tools/codec/laws.ts";
import type { ToolContract } from "../wire.ts";
import { decodeAnalyzeCaseDocket, encodeAnalyzeCaseDocket } from "./codec/analyze-case-docket.ts";
import { decodeAnalyzeCaseDocument, encodeAnalyzeCaseDocument } from "./codec/analyze-case-document.ts";
import { WORD_REFUSAL } from "./codec/faults.ts";
import { decodeSearch, encodeSearch } from "./codec/search.ts";
import {
  analyzeCaseDocket,
  analyzeCaseDocument,
  analyzeLaw,
  INSTRUCTIONS,
  search,
  searchLaws,
  TOOLS,
} from "./tools.ts";

const NAME = "mcp-v4";
const tools = readToolList(NAME);

/** The tools, version 4. */
export const mcpV4: ToolContract = {
  name: NAME,
  stage: "preview",
  operations: TOOLS,
  tools,
  instructions: INSTRUCTIONS,
  codecs: {
    search: toolCodec("searchCases", search, { decode: decodeSearch, encode: encodeSearch }),
    analyzeCaseDocument: toolCodec("analyzeDocument", analyzeCaseDocument, {
      decode: decodeAnalyzeCaseDocument,
      encode: encodeAnalyzeCaseDocument,
    }),
    analyzeCaseDocket: toolCodec("analyzeDocket", analyzeCaseDocket, {
      decode: decodeAnalyzeCaseDocket,
      encode: encodeAnalyzeCaseDocket,
    }),
    searchLaws: toolCodec("searchLaws", searchLaws, { decode: decodeSearchLaws, encode: encodeSearchLaws }),
    analyzeLaw: toolCodec("analyzeLaw", analyzeLaw, { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw }),
  },
  wordFault: WORD_REFUSAL,
  shape: () => toolShape({ tools, operations: TOOLS }),
};
