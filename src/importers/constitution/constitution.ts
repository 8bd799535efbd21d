import { basename } from "node:path";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import { LIMITS } from "#base/limits.ts";
import type { LawCollection } from "#laws/model.ts";
import { ROW_BUDGET, tookTooLong } from "../frame/rows-in-time.ts";
import { fileStamp } from "../input/open.ts";
import type { LawContext, LawItem, LawPart, PreparedLaws } from "../laws/law-item.ts";
import { provisionsOf } from "./provisions.ts";

const US_CONSTITUTION: LawCollection = {
  id: "us-const",
  name: "Constitution of the United States",
  type: "constitution",
  state: "Federal",
  country: "US",
  publisher: null,
  source: "constitution",
  sourceUrl: null,
  currentThrough: null,
};

const FILE = z.record(z.string(), z.object({ text: z.string().min(1), link: z.url().optional() }));

/** The Constitution of the United States, a JSON object of its provisions (docs/operating/import-laws.md). */
export async function prepareConstitution({ paths }: LawContext): Promise<PreparedLaws> {
  const parts = await Promise.all(paths.map(filePart));
  return { source: "constitution", parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

async function filePart(path: string): Promise<LawPart> {
  await stat(path).catch((thrown: unknown) => {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  });
  const { key, size_bytes } = await fileStamp(path);
  const file = basename(path);
  return {
    key,
    label: file,
    size_bytes,
    open: async (afterRow) => ({
      groups: (async function* groups(): AsyncGenerator<readonly LawItem[]> {
        const items = await itemsOf(path, size_bytes);
        yield items.filter(({ place }) => place.row > afterRow);
      })(),
      bytesTaken: () => size_bytes,
      close: async () => undefined,
    }),
  };
}

async function itemsOf(path: string, size_bytes: number): Promise<LawItem[]> {
  const file = basename(path);
  const item = (row: number, fields: Partial<LawItem>): LawItem => ({
    place: { file, row },
    sourceId: null,
    bytes: size_bytes,
    collection: US_CONSTITUTION,
    changes: [],
    rejects: [],
    ...fields,
  });
  const wrong = (message: string): LawItem[] => [
    item(1, { rejects: [{ reason: "wrong_document", message, hint: "see docs/operating/import-laws.md" }] }),
  ];
  if (size_bytes > LIMITS.import_field_bytes_max) return wrong("the file is larger than any constitution");
  const read = FILE.safeParse(jsonOf(await readFile(path, "utf8")));
  if (!read.success) return wrong("an object of provisions, each with its text, is expected");
  const made = withinTime(ROW_BUDGET.row_ms_max, () => provisionsOf(read.data));
  if (made === TOOK_TOO_LONG) return [item(1, { sourceId: file, rejects: [tookTooLong()] })];
  const { drafts, unknown } = made;
  const hint = "names are as in articlei#section8, amendmentxiv, first_amendment, preamble, signers";
  return [
    item(1, { changes: drafts.map((draft) => ({ kind: "draft", draft })) }),
    ...unknown.map((name, index) =>
      item(index + 2, {
        sourceId: name,
        bytes: 0,
        rejects: [{ reason: "unknown_provision", message: `no provision is named "${name}"`, hint }],
      }),
    ),
  ];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
