import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { Command } from "commander";
import type { Setting } from "#base/config/setting.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import { countRows } from "#db/check.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { databaseFacts } from "#db/facts.ts";
import { schemaState } from "#db/migrations.ts";
import type { Db, Reader } from "#db/connection.ts";
import { stateInWords } from "#completeness/in-words.ts";
import { troubledJobs } from "#jobs/store.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { hasVectors } from "#embedding/embedder.ts";
import type { ProjectionName } from "#completeness/completeness.ts";
import { tallyOf } from "#projections/collection.ts";
import { collections, embeddedCollections, plainCollections } from "#projections/collections.ts";
import { recordsPassedOver } from "#projections/passed-over.ts";
import type { PassedOver } from "#projections/passed-over.ts";
import { collectionStatus } from "#projections/collection-status.ts";
import { vectorsProjection } from "#projections/vectors/vector-names.ts";
import { followsToday, rulesHeld, rulesInWords } from "#projections/rules-held.ts";
import { commandsAgain } from "#importers/runs.ts";
import { accountsBySource, cleaningBySource } from "#opinions/store/text-accounts.ts";
import { clusterLines } from "../cluster-report.ts";
import type { Line } from "../cluster-report.ts";
import { completenessSeen } from "../completeness-seen.ts";
import { openContext } from "../context.ts";
import { indexDirectory, isOnCluster } from "../index-files.ts";
import { isServed } from "../index-lock.ts";
import type { Context } from "../context.ts";
import { SETTINGS } from "../settings.ts";
import { bytes, count, EXIT, print, printJson, table } from "../terminal.ts";
import { lostOf } from "#opinions/clean/account-rows.ts";
import { accountText } from "../text-report.ts";
import { VERSION } from "../version.ts";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .summary("what is configured, what is reachable, sizes and lags")
    .option("--text", "account for the characters of all texts held: kept, mended, left out, lost")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint doctor\n  $ onpoint doctor --text")
    .action(async (options: { readonly json?: boolean; readonly text?: boolean }) => {
      const context = openContext("command");
      if (options.text === true) return tellTexts(context, options.json === true);
      const lines = [
        ...versions(),
        ...settings(),
        ...(await sizes(context)),
        ...(await records(context)),
        ...(await server(context)),
      ];
      if (lines.some(({ ok }) => !ok)) process.exitCode = EXIT.failed;
      if (options.json === true) printJson(lines);
      else
        print(
          table(
            ["", "what", "state"],
            lines.map(({ what, state, ok }) => [ok ? "ok" : "!!", what, state]),
          ),
        );
    });
}

function versions(): Line[] {
  return [
    { what: "onpoint", state: VERSION, ok: true },
    {
      what: "node",
      state: `${process.version} on ${process.platform}-${process.arch}`,
      ok: Number(process.versions.node.split(".")[0]) >= 24,
    },
  ];
}

/** What is set otherwise than by default; secrets are named, not shown. */
function settings(): Line[] {
  return Object.values<Setting>(SETTINGS).flatMap(({ name, isSecret }) => {
    const given = process.env[name];
    if (given === undefined || given === "") return [];
    return [{ what: name, state: isSecret === true ? "set" : given, ok: true }];
  });
}

async function sizes({ config }: Context): Promise<Line[]> {
  const lines: Line[] = [{ what: "data directory", state: resolve(config.dataDir), ok: true }];
  const indexes = collections().map(({ schema }) => basename(indexDirectory(config, schema)));
  for (const part of [...indexes, "vectors", "rejects"]) {
    const size = await sizeOf(join(config.dataDir, part));
    if (size > 0) lines.push({ what: part, state: bytes(size), ok: true });
  }
  return lines;
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  const names = await readdir(path);
  const parts = await Promise.all(names.map((name) => sizeOf(join(path, name))));
  return parts.reduce((sum, part) => sum + part, 0);
}

async function records({ config }: Context): Promise<Line[]> {
  const where = config.databaseUrl === null ? "records (SQLite)" : "records (PostgreSQL)";
  try {
    const db = await openRecords({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl ?? undefined,
      migrations: "leave",
    });
    try {
      const { pending } = await schemaState(db, SCHEMA);
      if (pending.length > 0)
        return [
          {
            what: where,
            state: `${pending.length} migrations pending; \`onpoint db migrate\` applies them`,
            ok: false,
          },
          ...(isOnCluster(config) ? await clusterLines(config, undefined) : []),
        ];
      const { product, size_bytes } = await databaseFacts(db);
      const counts = await countRows(db, SCHEMA);
      return [
        {
          what: where,
          state: `${count(counts.clusters)} decisions, ${count(counts.opinions)} opinions, ${count(counts.citing_edges)} citations, ${(await othersHeld(db)).join(", ")}`,
          ok: true,
        },
        {
          what: "dockets",
          state: `${count(counts.dockets)}, of ${count(counts.docket_entries)} entries and ${count(counts.filings)} filings, ${count(counts.filing_texts)} of them with their words`,
          ok: true,
        },
        { what: product, state: bytes(size_bytes), ok: true },
        { what: "API keys", state: count(counts.api_keys), ok: true },
        ...(await cleaning(db)),
        ...(await derived(db)),
        ...(await followers(config, db)),
        ...(await passedOver(db)),
        ...(await jobs(db)),
        ...(await vectors(config, db)),
        ...(isOnCluster(config) ? await clusterLines(config, db) : []),
      ];
    } finally {
      await db.close();
    }
  } catch (thrown) {
    const without = isOnCluster(config) ? await clusterLines(config, undefined) : [];
    return [{ what: where, state: messageOf(thrown), ok: false }, ...without];
  }
}

/** What is held of each collection but the opinions. */
async function othersHeld(db: Reader): Promise<readonly string[]> {
  return Promise.all(plainCollections().map(async (collection) => tallyOf(collection, db)));
}

function followersHere(): readonly (readonly [ProjectionName, string])[] {
  return [["citator", "citator"], ...collections().map(({ name, words }) => [name, words.index] as const)];
}

const WRONG: ReadonlySet<string> = new Set(["filling", "elsewhere", "outdated"]);

/** What each has of the records. One that is being filled, or is another's, is what is wrong here. */
async function followers(config: Context["config"], db: Db): Promise<Line[]> {
  const completeness = completenessSeen(config, db);
  const lines: Line[] = [];
  for (const [name, what] of followersHere()) {
    const state = await completeness.state(name);
    const { standing } = state;
    const words = standing === "whole" ? "follows the records" : stateInWords(state);
    const advice =
      standing === "whole" || standing === "elsewhere" ? "" : "; a running server catches up automatically";
    lines.push({ what, state: `${words}${advice}`, ok: !WRONG.has(standing) });
  }
  return lines;
}

const NAMED_MAX = 20;

/** What is missing where one of those that read the records passes one over. */
const WITHOUT: Readonly<Record<PassedOver["reader"], string>> = {
  citator: "what it cites is not known",
  heads: "its record says only what its source says",
  copies: "it is not compared with copies of the same decision",
  dockets: "the last report of it was not taken in",
  index: "searches do not find it",
  vectors: "searches by meaning do not find it",
};

/** Records that could not be read, by name. */
async function passedOver(db: Reader): Promise<Line[]> {
  const records = await recordsPassedOver(db);
  const lines = records.slice(0, NAMED_MAX).map(({ reader, kind, recordId, name, reason }) => ({
    what: `${kind} passed over`,
    state: `${name} (${recordId}): ${WITHOUT[reader]}, because ${reason}; please report it`,
    ok: false,
  }));
  const more = records.length - lines.length;
  if (more > 0) lines.push({ what: "records passed over", state: `${count(more)} more`, ok: false });
  return lines;
}

/** Fewer failures in a row are what the next try may find gone. */
const FAILURES_TOLD = 3;

/** Work in the background that fails again and again, or is left alone because it did. */
async function jobs(db: Reader): Promise<Line[]> {
  const troubled = await troubledJobs(db, { attemptsMin: FAILURES_TOLD });
  if (troubled.length === 0) return [{ what: "jobs", state: "none is in trouble", ok: true }];
  const lines = troubled.slice(0, NAMED_MAX).map(({ id, isParked, attempts, error, updatedAt }) => ({
    what: `job ${id}`,
    state: `failed ${count(attempts)} times in a row, last at ${updatedAt}: ${error}; ${isParked ? "it is parked, and `onpoint jobs retry` has it tried again" : "it is tried again automatically"}`,
    ok: false,
  }));
  const more = troubled.length - lines.length;
  return more > 0 ? [...lines, { what: "jobs", state: `${count(more)} more in trouble`, ok: false }] : lines;
}

/** By which rules stored data was made; what newer ones made says that a newer version ran here. */
async function derived(db: Reader): Promise<Line[]> {
  const others = (await rulesHeld(db)).filter((held) => !followsToday(held));
  if (others.length === 0) return [{ what: "derived data", state: "made by this version's rules", ok: true }];
  return others.map((held) => ({ what: "derived data", state: rulesInWords(held), ok: held.newer === 0 }));
}

/** The newest version of the vectors there is, and how far it is behind. */
async function vectors(config: Context["config"], db: Reader): Promise<Line[]> {
  const newest = await openEmbedders(config).newest();
  if (!hasVectors(newest)) return [{ what: "vectors", state: newest.reason, ok: true }];
  return Promise.all(
    embeddedCollections().map(async ({ name: collection }) => {
      const { lag } = await collectionStatus(db, vectorsProjection(newest.id, collection));
      const what = `vectors ${newest.id}${collection === "opinions" ? "" : ` of ${collection}`}`;
      return { what, state: lag === 0 ? "follow the records" : behind(lag), ok: true };
    }),
  );
}

function behind(lag: number): string {
  return `${count(lag)} changes to follow; a running server catches up automatically`;
}

/** Opinions whose text an older version cleaned, and what mends them. */
async function cleaning(db: Reader): Promise<Line[]> {
  const commands = await commandsAgain(db);
  return (await cleaningBySource(db)).map(({ source, opinions, older }) => ({
    what: `texts of ${source}`,
    state:
      older === 0
        ? `${count(opinions)}, cleaned by the rules of this version`
        : `${count(older)} of ${count(opinions)} were cleaned by older rules; \`${commands.get(source) ?? `onpoint import … --again`}\` mends them`,
    ok: older === 0,
  }));
}

async function tellTexts(context: Context, asJson: boolean): Promise<void> {
  const { dataDir, databaseUrl } = context.config;
  const db = await openRecords({ dataDir, databaseUrl: databaseUrl ?? undefined, migrations: "leave" });
  try {
    const { pending } = await schemaState(db, SCHEMA);
    if (pending.length > 0) {
      throw new OnpointError("unavailable", `${pending.length} migrations of the records are pending`, {
        hint: "onpoint db migrate applies them",
      });
    }
    const [accounts, lines] = [await accountsBySource(db), await cleaning(db)];
    if (accounts.some(({ account }) => lostOf(account) > 0) || lines.some(({ ok }) => !ok)) {
      process.exitCode = EXIT.failed;
    }
    if (asJson) return printJson({ accounts, cleaning: lines });
    for (const { source, accounted, unaccounted, account } of accounts) {
      print(`${source}: ${count(accounted)} texts`);
      if (unaccounted > 0) print(`${count(unaccounted)} more were cleaned before accounts were kept`);
      print(`${accountText(account)}\n`);
    }
    print(
      table(
        ["", "what", "state"],
        lines.map(({ what, state, ok }) => [ok ? "ok" : "!!", what, state]),
      ),
    );
  } finally {
    await db.close();
  }
}

async function server({ config }: Context): Promise<Line[]> {
  if (config.port === 0) return [{ what: "server", state: "takes any free port, so it cannot be asked", ok: true }];
  const address = `http://${config.host.includes(":") ? `[${config.host}]` : config.host === "0.0.0.0" ? "127.0.0.1" : config.host}:${config.port}`;
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  if (answer === undefined) return [{ what: "server", state: `nothing answers at ${address}`, ok: true }];
  if (!isServed(config.dataDir)) {
    const state = `no server runs on this data directory; what answers at ${address} serves another one`;
    return [{ what: "server", state, ok: true }];
  }
  const body = (await answer.json().catch(() => ({}))) as Readiness;
  const failed = (body.checks ?? []).filter(({ status }) => status === "failed");
  const reasons = failed.map(({ name, detail }) => `; ${name}: ${detail}`).join("");
  return [{ what: "server", state: `${body.status ?? "answers"} at ${address}${reasons}`, ok: answer.ok }];
}

/** What `/readyz` answers. */
type Readiness = {
  readonly status?: string;
  readonly checks?: readonly { readonly name: string; readonly status: string; readonly detail: string }[];
};
