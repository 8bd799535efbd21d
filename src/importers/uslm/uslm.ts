import { documentPart, headOf, wholePathOf, xmlFilesAt } from "../laws/xml-files.ts";
import type { XmlFile } from "../laws/xml-files.ts";
import type { LawContext, PreparedLaws } from "../laws/law-item.ts";
import { US_CODE } from "../laws/federal-collections.ts";
import { USLM_READER } from "./rows.ts";

/** The United States Code and the Code of Federal Regulations in USLM (docs/operating/import-laws.md), a file a part. */
export async function prepareUslm({ paths }: LawContext): Promise<PreparedLaws> {
  const files: { readonly file: XmlFile; readonly day: string }[] = [];
  for (const file of await xmlFilesAt(paths)) files.push({ file, day: createdOn(await headOf(file, HEAD_CHARS)) });
  // Editions of one title in the order of their days, whatever their files are called.
  const ordered = files.toSorted(
    (left, right) => compare(left.day, right.day) || compare(wholePathOf(left.file), wholePathOf(right.file)),
  );
  const parts = await Promise.all(ordered.map(async ({ file }) => documentPart(file, USLM_READER, US_CODE)));
  return { source: "uslm", parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

const HEAD_CHARS = 16 * 1024;

function createdOn(head: string): string {
  return (
    /<(?:docReleasePoint|dcterms:created)\b[^<>]*>\s*(?:<!--[^>]*-->\s*)?(\d{4}-\d{2}-\d{2})/u.exec(head)?.[1] ?? ""
  );
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
