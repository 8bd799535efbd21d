import { documentPart, headOf, xmlFilesAt } from "../laws/xml-files.ts";
import { US_FR } from "../laws/federal-collections.ts";
import type { LawContext, LawPart, PreparedLaws } from "../laws/law-item.ts";
import { FEDERAL_REGISTER_READER } from "./document.ts";
import { ISSUE_READER } from "./issue.ts";

const HEAD_CHARS = 16 * 1024;

/**
 * The Federal Register (docs/operating/import-laws.md): documents, each a file in a directory of its day, and whole
 * issues in USLM.
 */
export async function prepareFederalRegister({ paths }: LawContext): Promise<PreparedLaws> {
  const parts: LawPart[] = [];
  for (const file of await xmlFilesAt(paths)) {
    const isIssue = /<frDoc[\s>]/u.test(await headOf(file, HEAD_CHARS));
    parts.push(await documentPart(file, isIssue ? ISSUE_READER : FEDERAL_REGISTER_READER, US_FR));
  }
  return {
    source: "federal-register",
    parts,
    notes: [],
    finish: async () => undefined,
    close: async () => undefined,
  };
}
