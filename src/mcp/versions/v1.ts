import {
  decodeAnalyzeLaw,
  decodeSearchLaws,
  encodeAnalyzeLaw,
  encodeSearchLaws,
} from "#contracts/mcp-v1/codec/laws.ts";
import { decodeAnalyzeOpinion, encodeAnalyzeOpinion } from "#contracts/mcp-v1/codec/opinions.ts";
import { decodeSearch, encodeSearch } from "#contracts/mcp-v1/codec/search.ts";
import { mcpV1 } from "#contracts/mcp-v1/mcp-v1.ts";
import type { ServedContract, ToolServices } from "../tool.ts";
import { analyzeLaw } from "../tools/analyze-law.ts";
import { analyzeOpinion } from "../tools/analyze-opinion.ts";
import { searchEach } from "../tools/search-each.ts";
import { searchLaws } from "../tools/search-laws.ts";

export function servedV1(services: ToolServices): ServedContract {
  return {
    contract: mcpV1,
    tools: {
      search: searchEach(services, { decode: decodeSearch, encode: encodeSearch }),
      analyzeOpinion: analyzeOpinion(services, { decode: decodeAnalyzeOpinion, encode: encodeAnalyzeOpinion }),
      searchLaws: searchLaws(services, { decode: decodeSearchLaws, encode: encodeSearchLaws }),
      analyzeLaw: analyzeLaw(services, { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw }),
    },
  };
}
