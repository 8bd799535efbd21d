import type { Command } from "commander";
import { createKey, listKeys, parseExpiry, revokeKey } from "#accounts/keys.ts";
import type { ApiKey, KeyScope } from "#accounts/keys.ts";
import { openContext, withDatabase } from "../context.ts";
import { note, print, printJson, table } from "../terminal.ts";
import type { Screen } from "../terminal.ts";

type CreateOptions = {
  readonly name: string;
  readonly fullHistoricalAccess?: boolean;
  readonly officialRecords?: boolean;
  readonly expires?: string;
  readonly json?: boolean;
};

export function addKeyCommands(program: Command): void {
  const keys = program
    .command("keys")
    .summary("make, list and end API keys")
    .description("API keys open the HTTP API. A key is shown once, when it is made; the records keep only its hash.");
  keys
    .command("create")
    .summary("make a key and show it once")
    .requiredOption("--name <name>", "whose key it is, for the list")
    .option("--full-historical-access", "may search and read superseded versions of laws")
    .option("--official-records", "may have documents fetched from the official records system, which is metered")
    .option("--expires <when>", "`90d`, a day such as `2027-01-31`, or a moment in ISO 8601 (default: never)")
    .option("--json", "print the key and its record as JSON")
    .addHelpText("after", '\nExample:\n  $ onpoint keys create --name "research assistant" --expires 90d')
    .action(async (options: CreateOptions) => {
      const expiresAt = options.expires === undefined ? null : parseExpiry(options.expires);
      const { key, record } = await withDatabase(openContext("command"), (db) =>
        createKey(db, { name: options.name, scopes: scopesOf(options), expiresAt }),
      );
      if (options.json === true) printJson({ key, ...record });
      else {
        print(key);
        note(`Key "${record.name}" (${record.id}). It is not shown again; keep it in a safe place.`);
      }
    });
  keys
    .command("list")
    .summary("show the keys there are; with `--json` their ids too")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint keys list")
    .action(async (options: { readonly json?: boolean }) => {
      const list = await withDatabase(openContext("command"), listKeys);
      if (options.json === true) printJson(list);
      else if (list.length === 0) note("There is no key yet; `onpoint keys create --name …` makes one.");
      else print(keysTable(list));
    });
  keys
    .command("revoke")
    .summary("end a key; it stops working within two seconds")
    .argument("<key>", "the beginning that `onpoint keys list` shows, its id, or the key itself")
    .option("--json", "print the record as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint keys revoke op_live_3kTq9Z")
    .action(async (named: string, options: { readonly json?: boolean }) => {
      const record = await withDatabase(openContext("command"), (db) => revokeKey(db, named));
      if (options.json === true) printJson(record);
      else print(`Key "${record.name}" ended ${record.revokedAt ?? ""}.`);
    });
}

function scopesOf({ fullHistoricalAccess, officialRecords }: CreateOptions): readonly KeyScope[] {
  const scopes: KeyScope[] = ["read"];
  if (fullHistoricalAccess === true) scopes.push("historical");
  if (officialRecords === true) scopes.push("records");
  return scopes;
}

/** Narrow enough for most screens: a key is told by its beginning, not by its id. */
export function keysTable(list: readonly ApiKey[], screen: Screen = process.stdout): string {
  return table(["key", "name", "state", "made", "last used"], list.map(row), screen);
}

function row(key: ApiKey): string[] {
  return [
    key.prefix,
    key.name,
    stateOf(key),
    key.createdAt.slice(0, 10),
    key.lastUsedAt?.slice(0, 16).replace("T", " ") ?? "never",
  ];
}

function stateOf(key: ApiKey): string {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt === null) return "active";
  return new Date(key.expiresAt) <= new Date() ? "expired" : `until ${key.expiresAt.slice(0, 10)}`;
}
