import type { ToolHints, ToolOperation } from "../wire.ts";
import { analyzeLawRequest, analyzeLawResponse, searchLawsRequest, searchLawsResponse } from "./schema/laws.ts";
import {
  analyzeOpinionRequest,
  analyzeOpinionResponse,
  findInOpinionRequest,
  findInOpinionResponse,
} from "./schema/opinions.ts";
import { searchRequest, searchResponse } from "./schema/search-each.ts";

/** Reads what is stored here, changes nothing and gives the same answer to the same question. */
export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const search = {
  id: "search",
  summary: "Search opinions",
  description: [
    "Finds court opinions. Up to four queries run side by side, each with up to twenty results of its own.",
    "Results have metadata, highlights and citator treatment; highlights are for finding, not for quoting.",
    "Pass opinionId to analyzeOpinion to answer a question from an opinion, or to findInOpinion to find words in it. For statutes and regulations use searchLaws.",
    "error says why a query was not run; the others ran.",
  ].join(" "),
  request: searchRequest,
  response: searchResponse,
  hints: READS,
} as const satisfies ToolOperation;

export const findInOpinion = {
  id: "findInOpinion",
  summary: "Find words in an opinion",
  description: [
    "Finds where one opinion speaks of some key terms: verbatim passages with links to their lines.",
    "Give exactly one of opinionId, reporterCitation and docket. To answer a question use analyzeOpinion.",
    "error says why nothing was read; candidates lists what may be meant.",
  ].join(" "),
  request: findInOpinionRequest,
  response: findInOpinionResponse,
  hints: READS,
} as const satisfies ToolOperation;

export const analyzeOpinion = {
  id: "analyzeOpinion",
  summary: "Read and analyse an opinion",
  description: [
    "Answers a question from one opinion, with verbatim quotations, how central each is, and links to their lines.",
    "Give exactly one of opinionId (from search), reporterCitation and docket. Cite with deeplinkURL, copied exactly.",
    "doesNotAddress is what the opinion does not answer. treatment is no complete check that it is good law.",
    "error says why nothing was read; candidates lists what may be meant: call again with the opinionId of one.",
  ].join(" "),
  request: analyzeOpinionRequest,
  response: analyzeOpinionResponse,
  hints: READS,
} as const satisfies ToolOperation;

export const searchLaws = {
  id: "searchLaws",
  summary: "Search laws",
  description: [
    "Finds statutes, regulations, constitutions, agency guidance, executive orders and notices by keyword.",
    "Use it to find the provision; use analyzeLaw with a result's id to read and quote it. Not for court decisions.",
    "Snippets say why a result matched and are never to be cited. stateCounts counts hits by state over the whole query.",
    "error is set instead of results when a filter names nothing; it says what would work.",
  ].join(" "),
  request: searchLawsRequest,
  response: searchLawsResponse,
  hints: READS,
} as const satisfies ToolOperation;

export const analyzeLaw = {
  id: "analyzeLaw",
  summary: "Read and analyse a law",
  description: [
    "Answers a question from the text of one provision, with verbatim quotations and links to them. Only its quotations may be cited.",
    "Give exactly one of citation, registerCitation, path (with collection) and id. Take id from searchLaws where you have it.",
    "A container has children instead of a text: call again with the id of one. ambiguousMatches lists candidates; error says why nothing could be read.",
  ].join(" "),
  request: analyzeLawRequest,
  response: analyzeLawResponse,
  hints: READS,
} as const satisfies ToolOperation;
