import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { OPERATOR } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import { encodeCitationsCheck } from "#contracts/http-v1/codec/citations-check.ts";
import { BRIEF_BYTES_MAX, readBriefFile } from "#briefs/briefs.ts";
import { reportHtml } from "#briefs/report/report.ts";
import type { Db } from "#db/connection.ts";
import { addressesUnder } from "#research/address.ts";
import { findByName } from "#research/by-name.ts";
import type { CheckedBrief, CheckedCitation } from "#research/checked-citation.ts";
import { createResearch } from "#research/research.ts";
import { completenessSeen } from "../completeness-seen.ts";
import { openContext, withDatabase } from "../context.ts";
import type { Context } from "../context.ts";
import { openOpinionsReader } from "../index-files.ts";
import { placeOf } from "../serving/place.ts";
import { EXIT, note, print, printJson, table } from "../terminal.ts";
import { writeUserFile } from "../user-files.ts";

type Options = { readonly json?: boolean; readonly html?: string };
type Checked = CheckedBrief & { readonly hasSuggestions: boolean };

export function addCiteCommands(program: Command): void {
  const cite = program
    .command("cite")
    .summary("check the citations of a text")
    .description("Reads citations and says what the records hold of them.");
  cite
    .command("check")
    .summary("check every citation of a brief")
    .description(
      "Lists each citation of a brief with what it resolves to, whether parties, court, year, pages and quotations agree\nwith the record, and how the cited decision stands. States what is on record, never why a citation may be wrong.\nEnds with 1 when something differs or a reporter is unknown, with 2 when the file is damaged, protected or a scan.",
    )
    .argument("<file>", "a Word file (.docx), a PDF file or plain text (UTF-8); `-` reads standard input")
    .option("--json", "print the rows as JSON")
    .option("--html <file>", "write a report to read and print: table of authorities, findings, the text with marks")
    .addHelpText("after", "\nExample:\n  $ onpoint cite check brief.docx --html report.html")
    .action(async (file: string, options: Options) => {
      const { text } = await readBriefFile(await bytesOf(file), file === "-" ? "standard input" : file);
      const context = openContext("command");
      const { citations, warnings, hasSuggestions } = await withDatabase(context, (db) => check(context, db, text));
      for (const warning of warnings) note(warning);
      if (citations.some(({ verdict }) => verdict === "differs" || verdict === "reporter_unknown"))
        process.exitCode = EXIT.failed;
      if (options.html !== undefined) {
        const title = file === "-" ? "a text" : basename(file);
        const date = new Date().toISOString().slice(0, 10);
        await writeUserFile(options.html, reportHtml(text, citations, { title, date, hasSuggestions, warnings }));
        note(`${options.html} holds the report`);
      }
      if (options.json === true) printJson(await asOverHttp(context, { citations, warnings }));
      else if (options.html === undefined)
        print(citations.length === 0 ? "No citation was found." : rows(text, citations));
    });
}

/** Decisions are looked for by name in the index as it stands, beside a server that may be writing it. */
async function check(context: Context, db: Db, text: string): Promise<Checked> {
  const engine = await openOpinionsReader(context, db);
  try {
    const { documents } = await engine.status();
    const hasSuggestions = documents > 0;
    const completeness = completenessSeen(context.config, db);
    const research = createResearch({
      db,
      completeness,
      ...(hasSuggestions && { findByName: findByName(db, engine) }),
    });
    return { ...(await research.checkBrief(OPERATOR, text)), hasSuggestions };
  } finally {
    await engine.close();
  }
}

function rows(text: string, citations: readonly CheckedCitation[]): string {
  return table(
    ["line", "citation", "verdict", "on record", "treatment"],
    citations.map((row) => [
      text.slice(0, row.start).split("\n").length,
      row.text.replace(/\s+/gu, " ").slice(0, 60),
      row.reason.slice(0, 90),
      onRecord(row).slice(0, 60),
      row.matches[0]?.standing.status ?? "",
    ]),
  );
}

function onRecord({ matches, didYouMean }: CheckedCitation): string {
  const [meant] = didYouMean;
  if (meant !== undefined) return `did you mean ${meant.caseName}, ${meant.citations[0] ?? ""}?`;
  return matches[0]?.caseName ?? "";
}

/** The rows in the words of the HTTP API, with their details. */
async function asOverHttp({ config }: Context, brief: CheckedBrief): Promise<object> {
  const { baseUrl } = await placeOf(config);
  return encodeCitationsCheck(brief, addressesUnder(baseUrl), true).citations;
}

async function bytesOf(file: string): Promise<Uint8Array> {
  if (file === "-") return bounded(process.stdin);
  const handle = await open(file).catch((cause: unknown) => {
    throw new OnpointError("not_found", `${file} is not there, or may not be read`, { cause });
  });
  try {
    if ((await handle.stat()).isDirectory()) throw new OnpointError("invalid_input", `${file} is a directory`);
    return await bounded(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

/** One byte more than may be read tells that there is too much. */
async function bounded(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > BRIEF_BYTES_MAX) break;
  }
  return Buffer.concat(chunks);
}
