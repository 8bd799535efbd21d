import {
  decodeAnalyzeDocketFiling,
  decodeAnalyzeDocketReport,
  encodeAnalyzeDocketFiling,
  encodeAnalyzeDocketReport,
} from "#contracts/mcp-v3/codec/dockets.ts";
import {
  decodeAnalyzeLaw,
  decodeSearchLaws,
  encodeAnalyzeLaw,
  encodeSearchLaws,
} from "#contracts/mcp-v3/codec/laws.ts";
import {
  decodeAnalyzeOpinion,
  decodeFindInOpinion,
  encodeAnalyzeOpinion,
  encodeFindInOpinion,
} from "#contracts/mcp-v3/codec/opinions.ts";
import { decodeSearch, encodeSearch } from "#contracts/mcp-v3/codec/search.ts";
import { mcpV3 } from "#contracts/mcp-v3/mcp-v3.ts";
import type { ServedContract, ToolServices } from "../tool.ts";
import { analyzeDocket } from "../tools/analyze-docket.ts";
import { analyzeFiling } from "../tools/analyze-filing.ts";
import { analyzeLaw } from "../tools/analyze-law.ts";
import { analyzeOpinion } from "../tools/analyze-opinion.ts";
import { findInDocument } from "../tools/find-in-document.ts";
import { searchEach } from "../tools/search-each.ts";
import { searchLaws } from "../tools/search-laws.ts";

export function servedV3(services: ToolServices): ServedContract {
  return {
    contract: mcpV3,
    tools: {
      search: searchEach(services, { decode: decodeSearch, encode: encodeSearch }),
      findInOpinion: findInDocument(services, { decode: decodeFindInOpinion, encode: encodeFindInOpinion }),
      analyzeOpinion: analyzeOpinion(services, { decode: decodeAnalyzeOpinion, encode: encodeAnalyzeOpinion }),
      analyzeDocketReport: analyzeDocket(services, {
        decode: decodeAnalyzeDocketReport,
        encode: encodeAnalyzeDocketReport,
      }),
      analyzeDocketFiling: analyzeFiling(services, {
        decode: decodeAnalyzeDocketFiling,
        encode: encodeAnalyzeDocketFiling,
      }),
      searchLaws: searchLaws(services, { decode: decodeSearchLaws, encode: encodeSearchLaws }),
      analyzeLaw: analyzeLaw(services, { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw }),
    },
  };
}
