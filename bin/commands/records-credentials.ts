import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { newKeyText } from "#records/credentials/seal.ts";
import type { KeyRing } from "#records/credentials/seal.ts";
import { credentialsInfo, removeCredentials, resealCredentials, storeCredentials } from "#records/credentials/store.ts";
import { keyRingOf } from "#records/open.ts";
import { openContext, withDatabase } from "../context.ts";
import type { Context } from "../context.ts";
import { readSecretLines } from "../secret-input.ts";
import { note, print, printJson } from "../terminal.ts";

type SetOptions = { readonly login: string; readonly oneTimeCodes?: boolean; readonly filer?: boolean };

export function addCredentialCommands(records: Command): void {
  const credentials = records
    .command("credentials")
    .summary("the account at the official records system")
    .description("The service's account there. It is stored encrypted, and shown by no command.")
    .addHelpText("after", "\nExample:\n  $ onpoint records credentials show");
  credentials
    .command("key")
    .summary("print a new key to encrypt it with")
    .addHelpText("after", "\nExample:\n  $ onpoint records credentials key > records.key")
    .action(() => print(newKeyText()));
  credentials
    .command("set")
    .summary("enter the account; the password is asked for, or read from standard input")
    .requiredOption("--login <name>", "the account's login")
    .option("--one-time-codes", "the account has one-time codes: their secret (base32) is asked for too")
    .option("--filer", "the account may file, and accepts the rule on redaction at every sign-in")
    .addHelpText("after", "\nExample:\n  $ onpoint records credentials set --login firm --one-time-codes")
    .action(async ({ login: loginId, oneTimeCodes, filer }: SetOptions) => {
      const context = openContext("command");
      const ring = ringOf(context);
      const questions = ["password", ...(oneTimeCodes === true ? ["secret of the one-time codes"] : [])];
      const [password = "", otpSecret = null] = await readSecretLines(questions);
      const given = { loginId, password, otpSecret, isFiler: filer === true };
      await withDatabase(context, async (db) => storeCredentials(db, ring, given));
      note("Stored. The next retrieval signs in with it.");
    });
  credentials
    .command("show")
    .summary("how the account stands, without anything secret")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint records credentials show")
    .action(async (options: { readonly json?: boolean }) => {
      const info = await withDatabase(openContext("command"), credentialsInfo);
      if (options.json === true) return printJson(info ?? null);
      if (info === undefined) return note("No account is entered; `onpoint records credentials set` enters one.");
      const said = info.said === null ? "" : `: ${info.said}`;
      print(`${info.state}${said} (entered ${info.changedAt.slice(0, 10)}, sealed with key ${info.keyId})`);
    });
  credentials
    .command("rotate")
    .summary("encrypt the account with the newest key")
    .addHelpText("after", "\nExample:\n  $ onpoint records credentials rotate")
    .action(async () => {
      const context = openContext("command");
      const ring = ringOf(context);
      const isResealed = await withDatabase(context, async (db) => resealCredentials(db, ring));
      note(isResealed ? `Sealed with key ${ring[0].id}; older keys can go.` : "Nothing to do.");
    });
  credentials
    .command("remove")
    .summary("forget the account")
    .addHelpText("after", "\nExample:\n  $ onpoint records credentials remove")
    .action(async () => {
      const isRemoved = await withDatabase(openContext("command"), removeCredentials);
      note(isRemoved ? "Removed." : "There was none.");
    });
}

function ringOf({ config }: Context): KeyRing {
  const ring = keyRingOf(config);
  if (ring !== null) return ring;
  throw new OnpointError("invalid_configuration", "there is no key to encrypt the account with", {
    hint: "`onpoint records credentials key` prints one; put it into a file and name that in ONPOINT_RECORDS_KEY_FILE.",
  });
}
