import { documentPart, headOf, xmlFilesAt } from "../laws/xml-files.ts";
import { US_FR } from "../laws/federal-collections.ts";
import type { LawContext, PreparedLaws } from "../laws/law-item.ts";
import { FEDERAL_REGISTER_READER } from "./document.ts";
import { ISSUE_READER } from "./issue.ts";

const HEAD_CHARS = 16 * 1024;

/**
 * The Federal Register (docs/operating/import-laws.md): documents, each a file in a directory of its day, and whole
 * issues in USLM.
 */
export async function prepareFederalRegister({ paths }: LawContext): Promise<PreparedLaws> {
  const files = await xmlFilesAt(paths);
  const parts = await Promise.all(
    files.map(async (path) => {
      const isIssue = /<frDoc[\s>]/u.test(await headOf(path, HEAD_CHARS));
      return documentPart(path, isIssue ? ISSUE_READER : FEDERAL_REGISTER_READER, US_FR);
    }),
  );
  return {
    source: "federal-register",
    parts,
    notes: [],
    finish: async () => undefined,
    close: async () => undefined,
  };
}
