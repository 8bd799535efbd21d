import { openApiShape } from "../openapi-shape.ts";
import type { Codec, Contract, HttpOperation } from "../wire.ts";
import { encodeCitationsCheck } from "./codec/citations-check.ts";
import { decodeCiting, encodeCiting } from "./codec/citing.ts";
import { decodeCourtGet, encodeCourtGet, encodeCourtList } from "./codec/courts.ts";
import { decodeDocketKey } from "./codec/dockets.ts";
import { decodeDocketsEntries, encodeDocketsEntries } from "./codec/dockets-entries.ts";
import { encodeDocketsGet } from "./codec/dockets-get.ts";
import { wordRefusal } from "./codec/faults.ts";
import { decodeLawsCiting, encodeLawsCiting } from "./codec/laws-citing.ts";
import { decodeLawsCompare, encodeLawsCompare } from "./codec/laws-compare.ts";
import { decodeLawsCollections, encodeLawsCollections } from "./codec/laws-collections.ts";
import { decodeLawsGet, encodeLawsGet } from "./codec/laws-get.ts";
import { decodeLawsSearch, encodeLawsSearch } from "./codec/laws-search.ts";
import { encodeMe } from "./codec/me.ts";
import { decodeOpinionsGet, encodeOpinionsGet } from "./codec/opinions.ts";
import { decodeRecordsQuote, encodeRecordsQuote } from "./codec/records-quote.ts";
import { decodeSearch, encodeSearch } from "./codec/search.ts";
import { openApiDocument } from "./openapi.ts";
import { OPERATIONS } from "./operations.ts";
import type {
  citationsCheck,
  courtGet,
  courtList,
  docketsEntries,
  docketsGet,
  lawsCiting,
  lawsCompare,
  lawsGet,
  lawsSearch,
  me,
  opinionsCiting,
  opinionsGet,
  recordsQuote,
  search,
} from "./operations.ts";

/** The HTTP API, version 1. */
export const httpV1: Contract<HttpOperation> = {
  name: "http-v1",
  stage: "released",
  operations: OPERATIONS,
  codecs: {
    search: { decode: decodeSearch, encode: encodeSearch } satisfies Codec<typeof search>,
    "opinions-get": { decode: decodeOpinionsGet, encode: encodeOpinionsGet } satisfies Codec<typeof opinionsGet>,
    "opinions-citing": { decode: decodeCiting, encode: encodeCiting } satisfies Codec<typeof opinionsCiting>,
    "citations-check": { encode: encodeCitationsCheck } satisfies Codec<typeof citationsCheck>,
    "court-get": { decode: decodeCourtGet, encode: encodeCourtGet } satisfies Codec<typeof courtGet>,
    "court-list": { encode: encodeCourtList } satisfies Codec<typeof courtList>,
    "laws-search": { decode: decodeLawsSearch, encode: encodeLawsSearch } satisfies Codec<typeof lawsSearch>,
    "laws-get": { decode: decodeLawsGet, encode: encodeLawsGet } satisfies Codec<typeof lawsGet>,
    "laws-citing": { decode: decodeLawsCiting, encode: encodeLawsCiting } satisfies Codec<typeof lawsCiting>,
    "laws-compare": { decode: decodeLawsCompare, encode: encodeLawsCompare } satisfies Codec<typeof lawsCompare>,
    "laws-collections": { decode: decodeLawsCollections, encode: encodeLawsCollections },
    "dockets-get": { decode: decodeDocketKey, encode: encodeDocketsGet } satisfies Codec<typeof docketsGet>,
    "dockets-entries": {
      decode: decodeDocketsEntries,
      encode: encodeDocketsEntries,
    } satisfies Codec<typeof docketsEntries>,
    "records-quote": { decode: decodeRecordsQuote, encode: encodeRecordsQuote } satisfies Codec<typeof recordsQuote>,
    me: { encode: encodeMe } satisfies Codec<typeof me>,
  },
  wordFault: wordRefusal,
  shape: () => openApiShape(openApiDocument({ apiUrl: "/v1", version: "1" })),
};
