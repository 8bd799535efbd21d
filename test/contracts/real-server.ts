import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { createKey } from "#accounts/keys.ts";
import { silentLogger } from "#base/log.ts";
import type { Completeness } from "#completeness/completeness.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { Logger } from "#base/log.ts";
import { courtById } from "#courts/courts.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { createCitator } from "#citator/citator.ts";
import type { CheckedText } from "#research/brief.ts";
import { findByName } from "#research/by-name.ts";
import type { Analyst } from "#research/analyst.ts";
import type { Retrieval } from "#research/dockets/retrieval.ts";
import { createResearch } from "#research/research.ts";
import type { Research } from "#research/research.ts";
import type { ReadQuery } from "#search/read/query-thread.ts";
import type { Search } from "#search/request.ts";
import { httpConfig } from "#http/config.ts";
import type { HttpConfig } from "#http/config.ts";
import { listen } from "#http/listen.ts";
import { createServer } from "#http/server.ts";
import type { Services } from "#http/services.ts";
import { opinionIdsAfter, readOpinions } from "#opinions/store/read.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { writeDecisions } from "#opinions/store/write.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { createCollectionIndexer } from "#projections/collection-indexing.ts";
import { FOLLOWED_FILINGS } from "#projections/filings/filing-indexing.ts";
import { followedLaws } from "#projections/laws/law-indexing.ts";
import type { FollowedCollection } from "#projections/followed-collection.ts";
import { LAWS } from "#search/laws.ts";
import { createFilingSearch } from "#search/filing-search.ts";
import type { FilingSearch } from "#search/filing-search.ts";
import { FILINGS } from "#search/filings.ts";
import { createLawSearch } from "#search/law-search.ts";
import { followVectors } from "#projections/vectors/follow-vectors.ts";
import { vectorsOfCollection } from "#projections/vectors/vector-source.ts";
import { systemClock } from "#base/clock.ts";
import { embedDocuments } from "#projections/vectors/embed-documents.ts";
import type { Meaning } from "#search/meaning.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import { OPINIONS, opinionDocument } from "#search/opinions.ts";
import { createSearch } from "#search/search.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { openShape } from "#test/shape.ts";
import type { Shape } from "#test/shape.ts";
import { PLAIN_ANALYST } from "./mcp/plain-analyst.ts";
import { clusterDraft, DECISIONS, opinionWrites } from "./invented-decisions.ts";
import { writeInventedDockets } from "./invented-dockets.ts";
import { writeInventedFilings } from "./invented-filings.ts";
import { writeInventedLaws } from "./invented-laws.ts";

export type RealServer = {
  readonly origin: string;
  readonly db: Db;
  /** What its routes and tools ask. */
  readonly research: Research;
  /** A key for everything but the history of laws. */
  readonly key: string;
  readonly keyId: string;
  /** A key with full historical access. */
  readonly historicalKey: string;
  readonly stop: (deadline_ms?: number) => Promise<void>;
};

/** Where a server is that must know its own address, or has its records elsewhere, or lets people in. */
export type ServerPlace = {
  readonly port?: number;
  readonly databaseUrl?: string | undefined;
  readonly entranceOf?: (db: Db) => Promise<Pick<Services, "entrance" | "portal" | "firms">>;
  readonly analyst?: Analyst;
  /** Without it nothing is missing. */
  readonly completeness?: Pick<Completeness, "lacks">;
  /** What fetches dockets and filings that are not held. */
  readonly retrievalOf?: (db: Db) => Retrieval;
  /** What reads queries and checks texts; here and at once when not given. */
  readonly readQuery?: ReadQuery;
  readonly checkTextOf?: (db: Db) => (text: string) => Promise<CheckedText>;
  /** Filings of trial courts are found by meaning too. */
  readonly embedsFilings?: boolean;
};

/** A server on a free port of loopback over records and indexes (`test/shape.ts`) that hold the invented decisions. */
export async function startServer(
  config: Partial<HttpConfig> = {},
  { at, ...services }: Partial<Services> & { readonly search?: Search; readonly at?: ServerPlace } = {},
  logger: Logger = silentLogger,
): Promise<RealServer> {
  const completeness = at?.completeness;
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-http-"));
  const shape = await openShape(dataDir);
  const db = await openRecords({ dataDir, databaseUrl: at?.databaseUrl ?? shape.databaseUrl });
  await transaction(db, async (trx) =>
    writeDecisions(trx, {
      clusters: DECISIONS.map(clusterDraft),
      opinions: DECISIONS.flatMap(opinionWrites),
      whole: new Map(),
    }),
  );
  await transaction(db, writeInventedLaws);
  await transaction(db, writeInventedFilings);
  await transaction(db, writeInventedDockets);
  const { key, record } = await createKey(db, { name: "tests" });
  const historical = await createKey(db, { name: "history", scopes: ["historical"] });
  await createCitator({ db, log: silentLogger }).runUntilCaughtUp();
  // A test that brings a search of its own needs no threads of an index.
  const held = services.search === undefined ? await indexed(db, shape) : undefined;
  const engine = held?.engine;
  const laws =
    engine &&
    (await indexedCollection(
      db,
      LAWS,
      followedLaws(() => TODAY),
      shape,
    ));
  const filings = engine && (await indexedCollection(db, FILINGS, FOLLOWED_FILINGS, shape));
  const filingVectors = at?.embedsFilings === true ? await embeddedFilings(db, shape) : undefined;
  const { readQuery } = at ?? {};
  const search = held === undefined ? services.search : createSearch({ ...held, db, readQuery, completeness });
  if (search === undefined) throw new Error("there is nothing to search");
  const keys = createKeyVerifier({ db, log: silentLogger });
  const research = createResearch({
    db,
    search,
    clock: () => TODAY,
    completeness,
    analyst: at?.analyst ?? PLAIN_ANALYST,
    cursorSecret: SECRET,
    ...(at?.checkTextOf !== undefined && { checkText: at.checkTextOf(db) }),
    ...(at?.retrievalOf !== undefined && { retrieval: at.retrievalOf(db) }),
    ...(engine !== undefined && { findByName: findByName(db, engine) }),
    ...(laws !== undefined && { searchLaws: createLawSearch({ engine: laws, db, readQuery, completeness }) }),
    searchFilings:
      filings === undefined
        ? NOTHING_FOUND
        : createFilingSearch({
            engine: filings,
            db,
            readQuery,
            completeness,
            meaning: filingVectors && meaningOf(filingVectors),
          }),
  });
  const app = createServer(
    {
      research,
      keys,
      checks: [{ name: "records", check: async () => "SQLite" }],
      ...(await at?.entranceOf?.(db)),
      ...services,
    },
    httpConfig("https://law.example.org", config),
    logger,
  );
  const listening = await listen(app, { host: "127.0.0.1", port: at?.port ?? 0 });
  return {
    origin: listening.address,
    db,
    research,
    key,
    keyId: record.id,
    historicalKey: historical.key,
    stop: async (deadline_ms = 1000) => {
      await listening.stop(deadline_ms);
      await keys.close();
      await Promise.all([
        engine?.close(),
        held?.vectors.close(),
        laws?.close(),
        filings?.close(),
        filingVectors?.close(),
      ]);
      await db.close();
      await shape.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** With the clock that stands still, downloads have the same address in every run. */
const SECRET = new Uint8Array(32).fill(1);

/** The day that is today for the invented laws. */
export const TODAY: Date = new Date("2024-06-15T12:00:00Z");

const NOTHING_FOUND: FilingSearch = async () => ({ hits: [], total: 0, matched: 0, isWhole: true, notes: [] });

async function indexedCollection(
  db: Db,
  schema: CollectionSchema,
  followed: FollowedCollection,
  shape: Shape,
): Promise<SearchEngine> {
  const engine = await shape.openIndex(schema, `index-${schema.name}`);
  const indexer = createCollectionIndexer({ followed, db, engine, log: silentLogger });
  await indexer.runUntilCaughtUp();
  await indexer.tend();
  return engine;
}

type Held = { readonly engine: SearchEngine; readonly vectors: SearchEngine; readonly meaning: Meaning };

/** The engines that users get, with the invented decisions in them, and vectors by the words that texts share. */
async function indexed(db: Db, shape: Shape): Promise<Held> {
  const engine = await shape.openIndex(OPINIONS, "index");
  const vectors = await shape.openIndex(collectionVectors(OPINIONS, embedder.version), "vectors");
  const records = await readOpinions(db, await opinionIdsAfter(db, "", 1000), { content: true });
  const upserts = records.map(documentOf);
  await engine.apply({ upserts, deletes: [], mends: true });
  await vectors.apply({ upserts: await embedDocuments(upserts, embedder), deletes: [] });
  return { engine, vectors, meaning: meaningOf(vectors) };
}

/** Makes vectors by the words that texts share. */
const embedder = hashedWords(256);

function meaningOf(vectors: SearchEngine): Meaning {
  return { now: async () => ({ engine: vectors, embedder, notes: [] }) };
}

async function embeddedFilings(db: Db, shape: Shape): Promise<SearchEngine> {
  const engine = await shape.openIndex(collectionVectors(FILINGS, embedder.version), "vectors-filings");
  const source = vectorsOfCollection("filings", FOLLOWED_FILINGS);
  await followVectors({ db, source, engine, embedder, log: silentLogger, clock: systemClock });
  return engine;
}

function documentOf(record: OpinionRecord): IndexDocument {
  const court = courtById(record.courtId);
  return opinionDocument({
    id: record.id,
    name: record.caseName,
    body: record.content?.text ?? "",
    citing: [],
    docket: record.docketNumber ?? "",
    cite: record.citations.map((citation) => citation.citedAs),
    judge: record.judges.join(", "),
    values: {
      courtId: record.courtId,
      courtAbbreviation: court?.abbreviation ?? "",
      jurisdiction: court?.jurisdiction ?? "",
      state: court?.state ?? "",
      publishStatus: record.publishStatus,
      dateFiled: record.dateFiled,
      decision: null,
      placeInDecision: record.ordinal,
      repeats: "",
      timesCited: 0,
    },
  });
}

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is not. */
  readonly json: Record<string, unknown>;
};

/** Asks a server as a client does: JSON, with the key, unless `init` says otherwise. `path` is absolute. */
export async function ask(
  server: Pick<RealServer, "origin" | "key">,
  path: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(server.origin + path, {
    ...(body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...init,
    headers: { Authorization: `Bearer ${server.key}`, "Content-Type": "application/json", ...(init.headers as object) },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}
