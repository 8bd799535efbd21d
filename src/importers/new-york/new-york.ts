import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import type { LawChange } from "#laws/store/write.ts";
import { ROW_BUDGET, tookTooLong } from "../frame/rows-in-time.ts";
import type { RejectReason } from "../frame/source.ts";
import { fileStamp } from "../input/open.ts";
import type { LawContext, LawItem, LawPart, PreparedLaws } from "../laws/law-item.ts";
import { draftsOf, LAW_TYPES_READ, NY_LAW, nyCollection } from "./tree.ts";
import type { NyDocument, NyLaw } from "./tree.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const HINT = "each file is an answer to laws/{lawId}?full=true; see docs/operating/import-laws.md";

/**
 * The laws of New York as Open Legislation tells them, a file of JSON a law (docs/operating/import-laws.md). Directories
 * named by days are editions, in their order; elsewhere a law's edition is the day of its newest document.
 */
export async function prepareNewYork({ paths, edition }: LawContext): Promise<PreparedLaws> {
  const files = (await Promise.all(paths.map(jsonFilesAt))).flat();
  if (files.length === 0) {
    throw new OnpointError("invalid_input", `no files of JSON in ${paths.join(", ")}`, { hint: HINT });
  }
  const dated = files.map((path) => ({ path, day: edition ?? dayOf(path) }));
  const ordered = dated.toSorted(
    (left, right) => compare(left.day ?? "", right.day ?? "") || compare(left.path, right.path),
  );
  const parts = await Promise.all(ordered.map(async ({ path, day }) => filePart(path, day)));
  return { source: "new-york", parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

function dayOf(path: string): string | undefined {
  const name = basename(dirname(path));
  return DAY.test(name) ? name : undefined;
}

async function jsonFilesAt(path: string): Promise<string[]> {
  const at = await stat(path).catch((thrown: unknown) => {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  });
  if (!at.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(path, name))
    .toSorted();
}

async function filePart(path: string, day: string | undefined): Promise<LawPart> {
  const { key, size_bytes } = await fileStamp(path);
  const file = day === undefined ? basename(path) : `${day}/${basename(path)}`;
  return {
    key,
    label: file,
    size_bytes,
    open: async (afterRow) => ({
      groups: (async function* groups(): AsyncGenerator<readonly LawItem[]> {
        yield afterRow > 0 ? [] : [await itemOf(path, { file, size_bytes, day })];
      })(),
      bytesTaken: () => size_bytes,
      close: async () => undefined,
    }),
  };
}

type FileRead = { readonly file: string; readonly size_bytes: number; readonly day: string | undefined };

async function itemOf(path: string, { file, size_bytes, day }: FileRead): Promise<LawItem> {
  const base = {
    place: { file, row: 1 },
    sourceId: basename(path, ".json"),
    bytes: size_bytes,
    collection: nyCollection(day ?? null),
    changes: [],
  };
  const rejected = (reject: RejectReason): LawItem => ({ ...base, rejects: [reject] });
  if (size_bytes > LIMITS.import_field_bytes_max) {
    const message = `the file has ${Math.ceil(size_bytes / 1e6)} MB`;
    return rejected({ reason: "too_large", message, hint: "no law of the service is as long" });
  }
  const law = readLaw(await readFile(path, "utf8"));
  if ("reason" in law) return rejected(law);
  const made = withinTime(ROW_BUDGET.row_ms_max, () => changesOf(law, day ?? law.lawVersion.activeDate));
  if (made === TOOK_TOO_LONG) return rejected(tookTooLong());
  return { ...base, collection: nyCollection(day ?? law.lawVersion.activeDate), changes: made, rejects: [] };
}

function readLaw(text: string): NyLaw | RejectReason {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return { reason: "bad_json", message: "the file is not JSON", hint: HINT };
  }
  const read = NY_LAW.safeParse(told);
  if (!read.success) {
    const [issue] = read.error.issues;
    const message = `no law as the service tells one: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`;
    return { reason: "wrong_document", message: message.slice(0, 300), hint: HINT };
  }
  const { result } = read.data;
  if (!LAW_TYPES_READ.has(result.info.lawType)) {
    const message = `${result.info.name} is of the kind ${result.info.lawType}, which is no statute`;
    return { reason: "other_kind", message, hint: "rules of the houses and other documents are not read" };
  }
  if (!holdsText(result.documents)) {
    return { reason: "no_text", message: `${result.info.name} has no words in this file`, hint: "ask with full=true" };
  }
  return result;
}

function holdsText({ text, documents }: NyDocument): boolean {
  return (text ?? "").trim() !== "" || (documents?.items ?? []).some(holdsText);
}

/** The law as a whole: what an earlier edition had below it and this one has not, has ended. */
function changesOf(law: NyLaw, edition: string): LawChange[] {
  const drafts = draftsOf(law, edition);
  const [top] = drafts;
  const from = { versionKey: edition, edition, effectiveDate: null, publicationDate: null };
  const keeps = new Set(drafts.map(({ sourceId }) => sourceId));
  return [
    ...drafts.map((draft): LawChange => ({ kind: "draft", draft })),
    { kind: "sweep", from, below: top?.path ?? null, nodeType: null, keeps },
  ];
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
