import {
  decodeAnalyzeLaw,
  decodeSearchLaws,
  encodeAnalyzeLaw,
  encodeSearchLaws,
} from "#contracts/mcp-v2/codec/laws.ts";
import {
  decodeAnalyzeOpinion,
  decodeFindInOpinion,
  encodeAnalyzeOpinion,
  encodeFindInOpinion,
} from "#contracts/mcp-v2/codec/opinions.ts";
import { decodeSearch, encodeSearch } from "#contracts/mcp-v2/codec/search.ts";
import { mcpV2 } from "#contracts/mcp-v2/mcp-v2.ts";
import type { ServedContract, ToolServices } from "../tool.ts";
import { analyzeLaw } from "../tools/analyze-law.ts";
import { analyzeOpinion } from "../tools/analyze-opinion.ts";
import { findInDocument } from "../tools/find-in-document.ts";
import { searchEach } from "../tools/search-each.ts";
import { searchLaws } from "../tools/search-laws.ts";

export function servedV2(services: ToolServices): ServedContract {
  return {
    contract: mcpV2,
    tools: {
      search: searchEach(services, { decode: decodeSearch, encode: encodeSearch }),
      findInOpinion: findInDocument(services, { decode: decodeFindInOpinion, encode: encodeFindInOpinion }),
      analyzeOpinion: analyzeOpinion(services, { decode: decodeAnalyzeOpinion, encode: encodeAnalyzeOpinion }),
      searchLaws: searchLaws(services, { decode: decodeSearchLaws, encode: encodeSearchLaws }),
      analyzeLaw: analyzeLaw(services, { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw }),
    },
  };
}
