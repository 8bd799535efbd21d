import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, sep } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { docketIdPart } from "#cases/docket-key.ts";
import { courtById } from "#courts/courts.ts";
import { courtOf } from "../court-of.ts";
import type { CourtFound } from "../court-of.ts";
import type { RejectReason } from "../frame/source.ts";
import { linePart } from "../input/line-part.ts";
import { rowsInTime } from "../frame/rows-in-time.ts";
import { nameIn, valueOfLine } from "../input/json-line.ts";
import type { Line } from "../input/lines.ts";
import { withoutCompression } from "../input/open.ts";
import { schemaReject } from "../validation.ts";
import type { FilingItem, FilingPart, FilingTold, FilingWordsAt, PreparedFilings } from "./filing-item.ts";
import { FILING_LINE } from "./line.ts";
import type { FilingLine } from "./line.ts";

export const TRIAL_FILINGS = "trial-filings";
/** The name that invented filings bear. */
export const SAMPLE_FILINGS = "sample-filings";

const HINT = "see docs/operating/import-filings.md for the fields";

/**
 * Filings of state trial courts, one JSON object a line, in files or in all `*.jsonl` files of a directory; the PDF and
 * text files that lines name stand beside or below the file that names them. Throws OnpointError where there are none.
 */
export async function prepareTrialFilings(
  paths: readonly string[],
  source: string = TRIAL_FILINGS,
): Promise<PreparedFilings> {
  const files = (await Promise.all(paths.map(filesAt))).flat();
  if (files.length === 0)
    throw new OnpointError("invalid_input", `no filings in ${paths.join(", ")}`, {
      hint: "expected files named *.jsonl, plain or with .bz2, .gz or .zst",
    });
  const parts = await Promise.all(files.map(filePart));
  return { source, parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

async function filesAt(path: string): Promise<string[]> {
  const at = await stat(path).catch((thrown: unknown) => {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  });
  if (!at.isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => withoutCompression(name).endsWith(".jsonl"))
    .toSorted()
    .map((name) => join(path, name));
}

function filePart(path: string): Promise<FilingPart> {
  return linePart(path, (lines) =>
    rowsInTime(
      lines,
      (line) => itemOf(line, path),
      (line) => ({ ...baseOf(line, path), sourceId: nameIn(line) }),
    ),
  );
}

function baseOf({ line, bytes }: Line, path: string): FilingItem {
  return { place: { file: basename(path), row: line, line }, bytes, sourceId: null, rejects: [] };
}

function itemOf(of: Line, path: string): FilingItem {
  const base = baseOf(of, path);
  const left = (reject: RejectReason): FilingItem => ({ ...base, rejects: [reject] });
  const parsed = valueOfLine(of);
  if ("reject" in parsed) return left(parsed.reject);
  const read = FILING_LINE.safeParse(parsed.value);
  if (!read.success) return left(schemaReject(read.error, HINT));
  const court = trialCourtOf(read.data.court);
  if ("reject" in court) return left(court.reject);
  const words = wordsAt(read.data, path);
  if ("reject" in words) return left(words.reject);
  const told = toldBy(read.data, court.courtId);
  return { ...base, sourceId: told.sourceId, filing: { told, words }, told: court.told };
}

/** Courts of a state that try cases, and those for some kinds of case alone. */
const TRIAL_COURTS: ReadonlySet<string> = new Set(["State Trial", "State Special", "U.S. Territory"]);

function trialCourtOf(text: string): CourtFound {
  const found = courtOf(text);
  if ("reject" in found) return found;
  const court = courtById(found.courtId);
  if (court !== undefined && TRIAL_COURTS.has(court.jurisdiction)) return found;
  return {
    reject: {
      reason: "no_trial_court",
      message: `${court?.fullName ?? text} is no trial court of a state`,
      hint: "decisions of other courts are imported with `onpoint import jsonl`",
    },
  };
}

/** A file stands beside the one that names it or below: nothing else of the machine is read. */
function wordsAt(line: FilingLine, path: string): FilingWordsAt | { readonly reject: RejectReason } {
  if (line.pages !== undefined) return { at: "line", pages: line.pages };
  if (line.text !== undefined) return { at: "line", pages: line.text.split("\f") };
  if (line.file === undefined) return { at: "nowhere" };
  const inside = normalize(line.file);
  if (isAbsolute(inside) || inside === ".." || inside.startsWith(`..${sep}`)) {
    return {
      reject: {
        reason: "file_outside",
        message: `the file ${line.file.slice(0, 200)} does not stand in the directory of the import`,
        hint: "name files from the directory of the .jsonl file, without .. in front",
      },
    };
  }
  return { at: "file", path: join(dirname(path), inside), root: dirname(path) };
}

function toldBy(line: FilingLine, courtId: string): FilingTold {
  return {
    sourceId: line.id ?? nameOf(line, courtId),
    case: { courtId, docketNumber: line.docket_number, caption: line.case_name, dateFiled: line.case_filed },
    entryNumber: line.entry_number,
    attachmentNumber: line.attachment_number === 0 ? null : line.attachment_number,
    type: line.type ?? null,
    title: line.title,
    description: line.description,
    dateFiled: line.date,
    sourceUrl: line.source_url,
  };
}

/** A filing is known again by its place in the docket; one without a place by what it says. */
function nameOf(line: FilingLine, courtId: string): string {
  const of = `${courtId} ${docketIdPart(line.docket_number) ?? line.case_name}`;
  if (line.entry_number !== null) return `${of} ${line.entry_number} ${line.attachment_number ?? 0}`;
  const { title, description, date, text, pages, file } = line;
  const said = JSON.stringify([title, description, date, text, pages, file]);
  return `${of} ${createHash("sha256").update(said).digest("hex").slice(0, 32)}`;
}
