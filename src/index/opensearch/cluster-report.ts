import { z } from "zod";
import type { CollectionSchema } from "#index/schema.ts";
import { NEEDED_SETTINGS } from "./cluster-state.ts";
import { Connection } from "./connection/connection.ts";
import type { ConnectionOptions } from "./connection/connection.ts";
import { aliasOf } from "./mapping.ts";

/** An index as its cluster has it; undefined where there is none. */
export type IndexReport = {
  readonly alias: string;
  readonly held:
    | {
        readonly documents: number;
        readonly size_bytes: number;
        readonly shards: number;
        readonly copies: number;
        readonly health: string;
        readonly isFilled: boolean;
      }
    | undefined;
};

export type ClusterReport = {
  readonly version: string;
  /** `green`, `yellow` (copies are missing) or `red` (documents are). */
  readonly health: string;
  readonly nodes: number;
  readonly unassignedShards: number;
  readonly hasVectors: boolean;
  /** Settings that are below what long queries need, with what they want. */
  readonly settings: readonly { readonly name: string; readonly value: number; readonly needed: number }[];
  /** Indexes that may not be written or read at present, and by which setting: a full disk's, or an operator's. */
  readonly blocked: readonly { readonly index: string; readonly block: string }[];
  /** In the order of the schemas. */
  readonly indexes: readonly IndexReport[];
  /** Indexes of the prefix that are none of these. */
  readonly others: readonly string[];
};

const ROOT = z.object({ version: z.object({ number: z.string() }) });
const HEALTH = z.object({ status: z.string(), number_of_nodes: z.number(), unassigned_shards: z.number() });
const PLUGINS = z.array(z.object({ component: z.string() }));
const SETTINGS = z.record(z.enum(["persistent", "transient", "defaults"]), z.record(z.string(), z.unknown()));
const COUNT = z.object({ count: z.number() });
const BLOCKS = z.record(z.string(), z.object({ settings: z.record(z.string(), z.string()) }));
const INDEXES = z.array(
  z.object({
    index: z.string(),
    health: z.string(),
    pri: z.string(),
    rep: z.string(),
    "pri.store.size": z.string().nullable(),
  }),
);
const MAPPINGS = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.object({ isFilled: z.boolean().optional() }).optional() }) }),
);

/** Asks a cluster how it is and what it holds. Changes nothing. Throws `unavailable` when it does not answer. */
export async function clusterReport(
  { prefix, ...options }: ConnectionOptions & { readonly prefix: string },
  schemas: readonly CollectionSchema[],
): Promise<ClusterReport> {
  const connection = new Connection(options);
  const get = async (path: string): Promise<unknown> => (await connection.send({ method: "GET", path })).body;
  try {
    const { version } = ROOT.parse(await get("/"));
    const { status, number_of_nodes, unassigned_shards } = HEALTH.parse(await get("/_cluster/health"));
    const plugins = PLUGINS.parse(await get("/_cat/plugins?format=json"));
    const settings = SETTINGS.parse(await get("/_cluster/settings?include_defaults=true&flat_settings=true"));
    const indexes: IndexReport[] = [];
    const used = new Set<string>();
    for (const schema of schemas) {
      const { report, names } = await indexReport(connection, aliasOf(prefix, schema));
      indexes.push(report);
      for (const name of names) used.add(name);
    }
    const all = INDEXES.parse(await get(`/_cat/indices/${prefix}-*?format=json&bytes=b&h=${COLUMNS}`));
    return {
      version: version.number,
      health: status,
      nodes: number_of_nodes,
      unassignedShards: unassigned_shards,
      hasVectors: plugins.some(({ component }) => /knn/iu.test(component)),
      settings: tooLow(settings),
      blocked: blockedIn(await get(`/${prefix}-*/_settings/index.blocks.*?flat_settings=true`)),
      indexes,
      others: all.map(({ index }) => index).filter((index) => !used.has(index) && !index.endsWith("-vectors-current")),
    };
  } finally {
    connection.close();
  }
}

const COLUMNS = "index,health,pri,rep,pri.store.size";

async function indexReport(
  connection: Connection,
  alias: string,
): Promise<{ readonly report: IndexReport; readonly names: readonly string[] }> {
  const found = await connection.send({ method: "GET", path: `/${alias}/_mapping`, accepts: [404] });
  if (found.status === 404) return { report: { alias, held: undefined }, names: [] };
  const mappings = MAPPINGS.parse(found.body);
  const get = async (path: string): Promise<unknown> => (await connection.send({ method: "GET", path })).body;
  const { count } = COUNT.parse(await get(`/${alias}/_count`));
  const rows = INDEXES.parse(await get(`/_cat/indices/${alias}?format=json&bytes=b&h=${COLUMNS}`));
  const [row] = rows;
  const held = {
    documents: count,
    size_bytes: rows.reduce((sum, one) => sum + Number(one["pri.store.size"] ?? 0), 0),
    shards: Number(row?.pri),
    copies: Number(row?.rep),
    health: row?.health ?? "red",
    isFilled: Object.values(mappings).every(({ mappings: { _meta } }) => _meta?.isFilled !== false),
  };
  return { report: { alias, held }, names: Object.keys(mappings) };
}

function blockedIn(settings: unknown): ClusterReport["blocked"] {
  return Object.entries(BLOCKS.parse(settings)).flatMap(([index, { settings: blocks }]) =>
    Object.entries(blocks).flatMap(([block, value]) => (value === "true" ? [{ index, block }] : [])),
  );
}

/** What was set at run time counts before what was set in files. */
function tooLow(given: z.infer<typeof SETTINGS>): ClusterReport["settings"] {
  return Object.entries(NEEDED_SETTINGS).flatMap(([name, needed]) => {
    const value = Number(given.transient?.[name] ?? given.persistent?.[name] ?? given.defaults?.[name]);
    return value >= needed ? [] : [{ name, value, needed }];
  });
}
