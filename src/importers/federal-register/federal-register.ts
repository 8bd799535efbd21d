import { documentPart, xmlFilesAt } from "../laws/xml-files.ts";
import { US_FR } from "../laws/federal-collections.ts";
import type { LawContext, PreparedLaws } from "../laws/law-item.ts";
import { FEDERAL_REGISTER_READER } from "./document.ts";

/** Documents of the Federal Register, each a file in a directory of its day (docs/operating/import-laws.md). */
export async function prepareFederalRegister({ paths }: LawContext): Promise<PreparedLaws> {
  const files = await xmlFilesAt(paths);
  const parts = await Promise.all(files.map(async (path) => documentPart(path, FEDERAL_REGISTER_READER, US_FR)));
  return {
    source: "federal-register",
    parts,
    notes: [],
    finish: async () => undefined,
    close: async () => undefined,
  };
}
