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
import { CHECK_WORDS } from "#briefs/report/check-words.ts";
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

const NOTHING_INDEXED =
  "No decisions are indexed here, so no case can be confirmed. Import some first; `onpoint import` lists what can be read.";

export function addCiteCommands(program: Command): void {
  const cite = program
    .command("cite")
    .summary("check the citations of a text")
    .description("Reads citations and says what the records hold of them.");
  cite
    .command("check")
    .summary("check every citation of a brief")
    .description(
      "Says first what to look at before you file: cases that nobody held here knows, authority that is no longer good\nlaw, quotations that are not in the text, wrong parties, years and pages, statutes that are not there. Then lists each\ncitation with whether it exists, whether its facts, quotations and pages agree with the record, and how it stands.\nEnds with 1 when anything needs a look, with 2 when the file is damaged, protected or a scan.",
    )
    .argument("<file>", "a Word file (.docx), a PDF file or plain text (UTF-8); `-` reads standard input")
    .option("--json", "print the rows as JSON")
    .option("--html <file>", "write a report to read and print: table of authorities, findings, the text with marks")
    .addHelpText("after", "\nExample:\n  $ onpoint cite check brief.docx --html report.html")
    .action(async (file: string, options: Options) => {
      const { text } = await readBriefFile(await bytesOf(file), file === "-" ? "standard input" : file);
      const context = openContext("command");
      const checked = await withDatabase(context, (db) => check(context, db, text));
      const { citations, findings, warnings, hasSuggestions } = checked;
      if (!hasSuggestions) note(NOTHING_INDEXED);
      for (const warning of warnings) note(warning);
      if (findings.some(({ finding }) => finding.needsReview)) process.exitCode = EXIT.failed;
      if (options.html !== undefined) {
        const title = file === "-" ? "a text" : basename(file);
        const date = new Date().toISOString().slice(0, 10);
        await writeUserFile(options.html, reportHtml(text, citations, { title, date, hasSuggestions, warnings }));
        note(`${options.html} holds the report`);
      }
      if (options.json === true) printJson(await asOverHttp(context, checked));
      else if (options.html === undefined)
        print(
          citations.length === 0
            ? "No citation was found."
            : [...toLookAt(text, checked), rows(text, citations)].join("\n"),
        );
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

/** What to look at, what hurts most first, and what is for information. */
function toLookAt(text: string, { citations, findings }: CheckedBrief): string[] {
  const lines = (some: CheckedBrief["findings"]): string[] =>
    some.map(({ citation, finding }) => {
      const row = citations[citation];
      const cited = row === undefined ? "" : `line ${lineOf(text, row)}, ${namedIn(text, row)}`;
      return `  ${cited}: ${finding.message}`;
    });
  const grave = findings.filter(({ finding }) => finding.needsReview);
  const others = findings.filter(({ finding }) => !finding.needsReview);
  return [
    grave.length === 0
      ? "Nothing needs a look among what could be checked."
      : `Look at ${grave.length === 1 ? "this" : `these ${grave.length}`} before you file:`,
    ...lines(grave),
    ...(others.length === 0 ? [] : ["For information:", ...lines(others)]),
    "",
  ];
}

function rows(text: string, citations: readonly CheckedCitation[]): string {
  return table(
    ["line", "citation", "exists", "facts", "quotation", "page", "good law", "on record"],
    citations.map((row) => [
      lineOf(text, row),
      oneLine(row.text).slice(0, 60),
      CHECK_WORDS[row.checks.exists] ?? "",
      CHECK_WORDS[row.checks.facts] ?? "",
      CHECK_WORDS[row.checks.quotation] ?? "",
      CHECK_WORDS[row.checks.pin] ?? "",
      CHECK_WORDS[row.checks.goodLaw] ?? "",
      onRecord(row).slice(0, 60),
    ]),
  );
}

function lineOf(text: string, { start }: CheckedCitation): number {
  return text.slice(0, start).split("\n").length;
}

/** The citation with the name that stands before it. */
function namedIn(text: string, { whole, start, end }: CheckedCitation): string {
  return oneLine(text.slice(Math.min(whole.start, start), end)).trim();
}

function oneLine(words: string): string {
  return words.replace(/\s+/gu, " ");
}

function onRecord({ matches, didYouMean, law, kind, reason }: CheckedCitation): string {
  const [meant] = didYouMean;
  if (meant !== undefined) return `did you mean ${meant.caseName}, ${meant.citations[0] ?? ""}?`;
  if (law !== null) return law.title ?? "";
  return matches[0]?.caseName ?? (kind === "case" ? "" : reason);
}

/** The rows in the words of the HTTP API, with their details. */
async function asOverHttp({ config }: Context, brief: CheckedBrief): Promise<object> {
  const { baseUrl } = await placeOf(config);
  return encodeCitationsCheck(brief, addressesUnder(baseUrl), true).citations;
}

async function bytesOf(file: string): Promise<Uint8Array> {
  if (file === "-") return bounded(process.stdin);
  const handle = await open(file).catch((cause: unknown) => {
    // Not 1, which says that something in the text needs a look.
    throw new OnpointError("invalid_input", `${file} is not there, or you may not read it`, {
      hint: "Check the path.",
      cause,
    });
  });
  try {
    if ((await handle.stat()).isDirectory())
      throw new OnpointError("invalid_input", `${file} is a directory`, { hint: "Name a file in it." });
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
