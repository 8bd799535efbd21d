import { readToolList, toolShape } from "../tool-list.ts";
import type { Codec, ToolContract } from "../wire.ts";
import { decodeAnalyzeCaseDocket, encodeAnalyzeCaseDocket } from "./codec/analyze-case-docket.ts";
import { decodeAnalyzeCaseDocument, encodeAnalyzeCaseDocument } from "./codec/analyze-case-document.ts";
import { wordRefusal } from "./codec/faults.ts";
import { decodeAnalyzeLaw, decodeSearchLaws, encodeAnalyzeLaw, encodeSearchLaws } from "./codec/laws.ts";
import { decodeSearch, encodeSearch } from "./codec/search.ts";
import { INSTRUCTIONS, TOOLS } from "./tools.ts";
import type { analyzeCaseDocket, analyzeCaseDocument, analyzeLaw, search, searchLaws } from "./tools.ts";

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
    search: { decode: decodeSearch, encode: encodeSearch } satisfies Codec<typeof search>,
    analyzeCaseDocument: {
      decode: decodeAnalyzeCaseDocument,
      encode: encodeAnalyzeCaseDocument,
    } satisfies Codec<typeof analyzeCaseDocument>,
    analyzeCaseDocket: {
      decode: decodeAnalyzeCaseDocket,
      encode: encodeAnalyzeCaseDocket,
    } satisfies Codec<typeof analyzeCaseDocket>,
    searchLaws: { decode: decodeSearchLaws, encode: encodeSearchLaws } satisfies Codec<typeof searchLaws>,
    analyzeLaw: { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw } satisfies Codec<typeof analyzeLaw>,
  },
  wordFault: wordRefusal,
  shape: () => toolShape({ tools, operations: TOOLS }),
};
