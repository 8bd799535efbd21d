import { decodeAnalyzeCaseDocket, encodeAnalyzeCaseDocket } from "#contracts/mcp-v4/codec/analyze-case-docket.ts";
import { decodeAnalyzeCaseDocument, encodeAnalyzeCaseDocument } from "#contracts/mcp-v4/codec/analyze-case-document.ts";
import { decodeSearch, encodeSearch } from "#contracts/mcp-v4/codec/search.ts";
import {
  decodeAnalyzeLaw,
  decodeSearchLaws,
  encodeAnalyzeLaw,
  encodeSearchLaws,
} from "#contracts/mcp-v4/codec/laws.ts";
import { mcpV4 } from "#contracts/mcp-v4/mcp-v4.ts";
import type { ServedContract, ToolServices } from "../tool.ts";
import { analyzeDocket } from "../tools/analyze-docket.ts";
import { analyzeDocument } from "../tools/analyze-document.ts";
import { analyzeLaw } from "../tools/analyze-law.ts";
import { searchCases } from "../tools/search-cases.ts";
import { searchLaws } from "../tools/search-laws.ts";

export function servedV4(services: ToolServices): ServedContract {
  return {
    contract: mcpV4,
    tools: {
      search: searchCases(services, { decode: decodeSearch, encode: encodeSearch }),
      analyzeCaseDocument: analyzeDocument(services, {
        decode: decodeAnalyzeCaseDocument,
        encode: encodeAnalyzeCaseDocument,
      }),
      analyzeCaseDocket: analyzeDocket(services, { decode: decodeAnalyzeCaseDocket, encode: encodeAnalyzeCaseDocket }),
      searchLaws: searchLaws(services, { decode: decodeSearchLaws, encode: encodeSearchLaws }),
      analyzeLaw: analyzeLaw(services, { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw }),
    },
  };
}
