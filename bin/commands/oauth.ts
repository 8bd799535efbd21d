import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { createClient, listClients, removeClient } from "#oauth/clients.ts";
import type { NewClient, OAuthClient } from "#oauth/clients.ts";
import { ID_TOKEN_ALGORITHMS, rotateKeys } from "#oauth/keys.ts";
import type { IdTokenAlgorithm } from "#oauth/keys.ts";
import { openContext, withDatabase } from "../context.ts";
import { note, print, printJson, table } from "../terminal.ts";

type CreateOptions = {
  readonly name: string;
  readonly redirect?: readonly string[];
  readonly device?: boolean;
  readonly authentication: NewClient["authentication"];
  readonly idTokenAlg: IdTokenAlgorithm;
  readonly json?: boolean;
};

export function addOAuthCommands(program: Command): void {
  const oauth = program
    .command("oauth")
    .summary("applications that people sign in to, and the keys to sign with")
    .description("Most applications register by themselves. Those that cannot are made known here.");
  const clients = oauth.command("clients").summary("make, list and remove applications");
  addCreate(clients);
  clients
    .command("list")
    .summary("show the applications there are, those that registered by themselves too")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint oauth clients list")
    .action(async (options: { readonly json?: boolean }) => {
      const list = await withDatabase(openContext("command"), listClients);
      if (options.json === true) printJson(list);
      else if (list.length === 0) note("There is no application yet.");
      else print(table(["id", "name", "made by", "since", "last let in"], list.map(row)));
    });
  clients
    .command("remove")
    .summary("forget an application; what people let it do ends within two seconds")
    .argument("<id>", "its id, as `onpoint oauth clients list` shows it")
    .addHelpText("after", "\nExample:\n  $ onpoint oauth clients remove 0f6c1d0b7ab24b7c9f3f8d8a3f1f1c55")
    .action(async (id: string) => {
      const isRemoved = await withDatabase(openContext("command"), (db) => removeClient(db, id));
      if (!isRemoved) {
        throw new OnpointError("not_found", "no application has this id", {
          hint: "`onpoint oauth clients list` shows them.",
        });
      }
      print(`Application ${id} is removed, with everything people let it do.`);
    });
  oauth
    .command("rotate-keys")
    .summary("make new keys to sign with")
    .description(
      "Makes new keys for ID tokens and cookies. A running server publishes them within a minute and signs with them ten minutes later; what the present keys have signed stays good.",
    )
    .addHelpText("after", "\nExample:\n  $ onpoint oauth rotate-keys")
    .action(async () => {
      await withDatabase(openContext("command"), (db) => rotateKeys(db));
      print("New keys are made. A running server signs with them in ten minutes.");
    });
}

function addCreate(clients: Command): void {
  clients
    .command("create")
    .summary("make an application known, and show its secret once")
    .requiredOption("--name <name>", "what people are shown it is called")
    .option("--redirect <address...>", "where people are sent back to; several may be given")
    .option("--device", "it has no browser: people type a code that it shows")
    .option(
      "--authentication <way>",
      "`client_secret_basic`, `client_secret_post`, or `none` for one that can keep no secret",
      authenticationOf,
      "client_secret_basic" as const,
    )
    .option(
      "--id-token-alg <algorithm>",
      "by what its ID tokens are signed: `RS256` or `ES256`",
      algorithmOf,
      "RS256" as const,
    )
    .option("--json", "print it as JSON")
    .addHelpText(
      "after",
      '\nExample:\n  $ onpoint oauth clients create --name "Brief writer" --redirect https://briefs.example/callback',
    )
    .action(async ({ name, redirect = [], device, authentication, idTokenAlg, json }: CreateOptions) => {
      if ((device === true) === redirect.length > 0)
        throw new OnpointError("invalid_input", "an application has either addresses or a code that it shows", {
          hint: "Give --redirect or --device.",
        });
      const { client, secret } = await withDatabase(openContext("command"), (db) =>
        createClient(db, { name, redirectUris: redirect, authentication, idTokenAlgorithm: idTokenAlg }),
      );
      if (json === true) {
        printJson({ client_id: client.id, client_secret: secret, ...client });
        return;
      }
      print(`client_id      ${client.id}`);
      if (secret === null) return;
      print(`client_secret  ${secret}`);
      note("The secret is not shown again; keep it in a safe place.");
    });
}

function authenticationOf(text: string): NewClient["authentication"] {
  if (text === "none" || text === "client_secret_basic" || text === "client_secret_post") return text;
  throw new InvalidArgumentError("It must be client_secret_basic, client_secret_post or none.");
}

function algorithmOf(text: string): IdTokenAlgorithm {
  const known = ID_TOKEN_ALGORITHMS.find((algorithm) => algorithm === text);
  if (known === undefined) throw new InvalidArgumentError(`It must be ${ID_TOKEN_ALGORITHMS.join(" or ")}.`);
  return known;
}

function row({ id, name, origin, createdAt, grantedAt }: OAuthClient): string[] {
  return [
    id,
    name,
    origin === "operator" ? "operator" : "itself",
    createdAt.slice(0, 10),
    grantedAt?.slice(0, 10) ?? "never",
  ];
}
