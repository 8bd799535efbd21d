import type { Command } from "commander";
import { auditCsv, auditJsonLines, searchAudit } from "#accounts/audit/audit-log.ts";
import type { AuditSearch } from "#accounts/audit/audit-log.ts";
import { OnpointError } from "#base/errors.ts";
import { openContext, withDatabase } from "../context.ts";
import { print, table } from "../terminal.ts";

type Options = Omit<AuditSearch, "limit" | "before"> & { readonly format: string; readonly limit: string };

const LINES_MAX = 1_000_000;

export function addAuditCommand(program: Command): void {
  program
    .command("audit")
    .summary("search and export the audit log of all accounts")
    .description("What was noted of accounts, newest first, with names.")
    .option("--event <name>", "one kind, such as `signed_in` or `key_made`")
    .option("--person <user>", "by whom or whom it concerns: a mail address, an id or `operator`")
    .option("--from <day>", "such as 2027-01-31, in UTC")
    .option("--until <day>", "the last day")
    .option("--containing <words>", "words in the details")
    .option("--limit <lines>", "the most that is shown", "100")
    .option("--format <format>", "table, csv or jsonl", "table")
    .addHelpText(
      "after",
      "\nExample:\n  $ onpoint audit --event signed_in --from 2027-01-01 --format jsonl --limit 10000",
    )
    .action(async ({ format, limit: typed, ...search }: Options) => {
      const limit = Number(typed);
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > LINES_MAX)
        throw new OnpointError("invalid_input", `--limit must be a whole number from 1 to ${LINES_MAX}`);
      if (!FORMATS.has(format)) throw new OnpointError("invalid_input", "--format must be table, csv or jsonl");
      const events = await withDatabase(openContext("command"), async (db) => searchAudit(db, { ...search, limit }));
      if (format === "csv") print(auditCsv(events).trimEnd());
      else if (format === "jsonl") print(auditJsonLines(events).trimEnd());
      else {
        const rows = events.map(({ at, what, user, actor, address }) => [
          at.slice(0, 16),
          what,
          user ?? "",
          actor ?? "",
          address ?? "",
        ]);
        print(
          rows.length === 0 ? "Nothing is found." : table(["when (UTC)", "what", "account", "by", "address"], rows),
        );
      }
    });
}

const FORMATS: ReadonlySet<string> = new Set(["table", "csv", "jsonl"]);
