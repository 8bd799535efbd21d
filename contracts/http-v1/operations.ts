import type { z } from "zod";
import type { HttpOperation } from "../wire.ts";
import { citationsCheckRequest, citationsCheckResponse } from "./schema/citations-check.ts";
import { opinionsCitingRequest, opinionsCitingResponse } from "./schema/citing.ts";
import { courtGetRequest, courtGetResponse, courtListResponse } from "./schema/courts.ts";
import { docketsEntriesRequest, docketsEntriesResponse } from "./schema/dockets-entries.ts";
import { docketsGetRequest, docketsGetResponse } from "./schema/dockets-get.ts";
import { lawsCitingRequest, lawsCitingResponse } from "./schema/laws-citing.ts";
import { lawsCompareRequest, lawsCompareResponse } from "./schema/laws-compare.ts";
import { lawsCollectionsQuery, lawsCollectionsResponse } from "./schema/laws-collections.ts";
import { lawsGetRequest, lawsGetResponse } from "./schema/laws-get.ts";
import { lawsSearchRequest, lawsSearchResponse } from "./schema/laws-search.ts";
import { meResponse } from "./schema/me.ts";
import { opinionsGetRequest, opinionsGetResponse } from "./schema/opinions.ts";
import { recordsQuoteRequest, recordsQuoteResponse } from "./schema/records-quote.ts";
import { searchRequest, searchResponse } from "./schema/search.ts";

/** One thing the API does: what the server routes, the document describes and the tests try. */
export type Operation<
  Request extends z.ZodType | null = z.ZodType | null,
  Response extends z.ZodType = z.ZodType,
> = HttpOperation<Request, Response>;

const WITHOUT_BODY = {
  "401": "No key, or one that is unknown, revoked or expired.",
  "429": "Too many requests; `Retry-After` says when to come back.",
  "503": "The service cannot answer now; `Retry-After` says when to try again.",
} as const;

/** What a caller can meet, by status; `docs/api/errors.md` has the whole table. */
const WITH_BODY = {
  "400": "The body is not JSON, or the search query cannot be read.",
  "413": "The body is larger than 2.5 MB.",
  "415": "The body is not `application/json`.",
  "422": "A field is missing, unknown or out of range; `errors` names each.",
  "501": "Something this version does not offer.",
  ...WITHOUT_BODY,
} as const;

export const search = {
  id: "search",
  method: "post",
  path: "/search",
  summary: "Search opinions",
  description:
    "By meaning (`semantic`, the default), by words (`keyword`, with exact totals, ranked by BM25) or by both (`hybrid`); `auto` picks the mode that serves the query best. Operators work in keyword and auto mode and are upper-case: `AND`, `OR`, `NOT`, double-quoted phrases, `*` and `?` in words, `W/n` for words within n of each other, parentheses.",
  request: searchRequest,
  response: searchResponse,
  refusals: WITH_BODY,
} as const satisfies Operation;

export const opinionsGet = {
  id: "opinions-get",
  method: "post",
  path: "/opinions/get",
  summary: "Get opinions by id, citation or docket",
  description:
    "Exactly one of `opinion_ids`, `citations` and `docket`. What is not held is left out of `opinions` and told in `warnings`.",
  request: opinionsGetRequest,
  response: opinionsGetResponse,
  refusals: WITH_BODY,
} as const satisfies Operation;

export const opinionsCiting = {
  id: "opinions-citing",
  method: "post",
  path: "/opinions/citing",
  summary: "Who cites an opinion",
  description:
    "The opinions that cite one, over all its stored copies, each with what it does to it and the words that show it.",
  request: opinionsCitingRequest,
  response: opinionsCitingResponse,
  refusals: WITH_BODY,
  isExtension: true,
} as const satisfies Operation;

export const citationsCheck = {
  id: "citations-check",
  method: "post",
  path: "/citations/check",
  summary: "Check the citations of a brief",
  description:
    "Finds every citation in a text and states, for each, what is held under it and whether both parties, year, court, pages pointed at, parallel citations and quotations agree with the record. A verdict states facts and never guesses at their cause. Text is neither stored nor logged.",
  request: citationsCheckRequest,
  response: citationsCheckResponse,
  refusals: WITH_BODY,
  isExtension: true,
} as const satisfies Operation;

export const courtGet = {
  id: "court-get",
  method: "post",
  path: "/court/get",
  summary: "Get courts by id, abbreviation or name",
  description:
    "Exactly one of `court_ids`, `court_abbreviations` and `names`. What names no court is left out of `courts` and told in `warnings`, with the nearest names.",
  request: courtGetRequest,
  response: courtGetResponse,
  refusals: WITH_BODY,
} as const satisfies Operation;

export const courtList = {
  id: "court-list",
  method: "get",
  path: "/court/list",
  summary: "List all courts",
  description: "Every court this service knows, in use or historical. Answers carry an `ETag`.",
  request: null,
  response: courtListResponse,
  refusals: WITHOUT_BODY,
} as const satisfies Operation;

const WITH_HISTORY = {
  ...WITH_BODY,
  "403": "Superseded and future versions of laws need a key with full historical access.",
} as const;

export const lawsSearch = {
  id: "laws-search",
  method: "post",
  path: "/laws/search",
  summary: "Search laws",
  description:
    "Statutes, regulations, constitutions, guidance, executive orders and notices, by words of their text, headings and citations, with the operators of `/search`. A citation typed as the query puts its provision first.",
  request: lawsSearchRequest,
  response: lawsSearchResponse,
  refusals: WITH_HISTORY,
} as const satisfies Operation;

export const lawsGet = {
  id: "laws-get",
  method: "post",
  path: "/laws/get",
  summary: "Get one law by citation, register citation, path or id",
  description:
    "Exactly one of `citation`, `register_citation`, `path` and `id`. The version in force today is meant, unless `id` names another or `as_of` says another day.",
  request: lawsGetRequest,
  response: lawsGetResponse,
  answersNotFound: true,
  refusals: WITH_HISTORY,
} as const satisfies Operation;

export const lawsCiting = {
  id: "laws-citing",
  method: "post",
  path: "/laws/citing",
  summary: "Which decisions cite a law",
  description:
    "The decisions held here that cite a provision, in any of its versions, newest first, with their words and the version that was in force on their day.",
  request: lawsCitingRequest,
  response: lawsCitingResponse,
  refusals: { ...WITH_BODY, "404": "No such law is held." },
  isExtension: true,
} as const satisfies Operation;

export const lawsCompare = {
  id: "laws-compare",
  method: "post",
  path: "/laws/compare",
  summary: "Compare two versions of a law",
  description: "What changed from one version to another, word by word. Needs a key with full historical access.",
  request: lawsCompareRequest,
  response: lawsCompareResponse,
  refusals: { ...WITH_HISTORY, "404": "No such version is held." },
  isExtension: true,
} as const satisfies Operation;

export const lawsCollections = {
  id: "laws-collections",
  method: "get",
  path: "/laws/collections",
  summary: "List collections of laws",
  description: "The codes and registers held here, each with its state, its source and what is held of it.",
  request: null,
  query: lawsCollectionsQuery,
  response: lawsCollectionsResponse,
  refusals: { "422": "A parameter is unknown or names nothing; `errors` names each.", ...WITHOUT_BODY },
} as const satisfies Operation;

export const docketsGet = {
  id: "dockets-get",
  method: "post",
  path: "/dockets/get",
  summary: "Get one docket",
  description:
    "A federal docket as it is held: facts of the case, parties with their attorneys, what is held of it and since when. Nothing is fetched from other records. Where several dockets answer, they are listed.",
  request: docketsGetRequest,
  response: docketsGetResponse,
  answersNotFound: true,
  refusals: WITH_BODY,
  isExtension: true,
} as const satisfies Operation;

export const docketsEntries = {
  id: "dockets-entries",
  method: "post",
  path: "/dockets/entries",
  summary: "List the entries of a docket",
  description:
    "The entries held of one docket with their documents, by type, day and words. That an entry is not found does not prove that there is none: `coverage` says what is held.",
  request: docketsEntriesRequest,
  response: docketsEntriesResponse,
  answersNotFound: true,
  refusals: WITH_BODY,
  isExtension: true,
} as const satisfies Operation;

export const recordsQuote = {
  id: "records-quote",
  method: "post",
  path: "/records/quote",
  summary: "What a retrieval would cost at most",
  description:
    "What the official court records system would charge at most for docket reports and filings, by the prices of the day. Nothing is asked of it, and nothing is charged.",
  request: recordsQuoteRequest,
  response: recordsQuoteResponse,
  refusals: WITH_BODY,
  isExtension: true,
} as const satisfies Operation;

export const me = {
  id: "me",
  method: "get",
  path: "/me",
  summary: "Who the key belongs to",
  description: "The user and the state of the subscription behind the key.",
  request: null,
  response: meResponse,
  refusals: WITHOUT_BODY,
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [
  search,
  opinionsGet,
  opinionsCiting,
  citationsCheck,
  courtGet,
  courtList,
  lawsSearch,
  lawsGet,
  lawsCollections,
  lawsCiting,
  lawsCompare,
  docketsGet,
  docketsEntries,
  recordsQuote,
  me,
];
