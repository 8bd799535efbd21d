import { readFile, stat } from "node:fs/promises";
import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { OPERATOR } from "#accounts/principal.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { createResearch } from "#research/research.ts";
import { openContext, withDatabase } from "../context.ts";
import { EXIT, print, printJson, table } from "../terminal.ts";

const BRIEF_BYTES_MAX = 20 * 1024 * 1024;

export function addCiteCommands(program: Command): void {
  const cite = program
    .command("cite")
    .summary("check the citations of a text")
    .description("Reads citations and says what the records hold of them.");
  cite
    .command("check")
    .summary("check every citation of a brief")
    .description(
      "Lists each citation of a text file with what it resolves to, whether name, court and year agree with the record, and how the\ncited decision stands. States what is on record, never why a citation may be wrong.",
    )
    .argument("<file>", "a plain text file (UTF-8); `-` reads standard input")
    .option("--json", "print the rows as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint cite check brief.txt")
    .action(async (file: string, options: { readonly json?: boolean }) => {
      const text = await readBrief(file);
      const rows = await withDatabase(openContext("command"), (db) =>
        createResearch({ db }).checkBrief(OPERATOR, text),
      );
      if (rows.some(({ verdict }) => verdict === "differs" || verdict === "reporter_unknown"))
        process.exitCode = EXIT.failed;
      if (options.json === true) printJson(rows.map(asJson));
      else if (rows.length === 0) print("No citation was found.");
      else
        print(
          table(
            ["line", "citation", "verdict", "on record", "treatment"],
            rows.map((row) => [
              text.slice(0, row.start).split("\n").length,
              row.text.replace(/\s+/gu, " ").slice(0, 60),
              row.reason.slice(0, 70),
              row.matches[0]?.caseName.slice(0, 50) ?? "",
              row.matches[0]?.standing.status ?? "",
            ]),
          ),
        );
    });
}

/** Of how a decision stands, the count and the one word. */
function asJson({ matches, ...row }: CheckedCitation): object {
  return {
    ...row,
    matches: matches.map(({ standing, ...match }) => ({
      ...match,
      citationCount: standing.citationCount,
      overallTreatment: standing.status,
    })),
  };
}

async function readBrief(file: string): Promise<string> {
  if (file === "-") {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  }
  const size = await stat(file).catch(() => undefined);
  if (size === undefined) throw new OnpointError("not_found", `${file} is not there`);
  if (size.size > BRIEF_BYTES_MAX)
    throw new OnpointError("too_large", `${file} is larger than 20 MB`, { hint: "check it in parts" });
  return readFile(file, "utf8");
}
