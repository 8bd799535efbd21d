/** The real corpus of the shared data as commands of `onpoint import`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { pairsOf } from "../eval/dockets/pairs.ts";
import { SHARED_DATA } from "../test/real/shared-data.ts";
import { unpack } from "../test/real/unpack.ts";

/** What each import is called, and what stands behind `onpoint import`. */
export type Imports = Readonly<Record<string, readonly string[]>>;

const LAW_ARCHIVES = ["dc-code", "uscode-uslm", "cfpb-regulations", "gpo-uslm-samples", "federal-register"];

export const DECISION_IMPORTS: Imports = {
  "Caselaw Access Project": ["cap", join(SHARED_DATA, "cap.tar.gz")],
  CourtListener: ["courtlistener", join(SHARED_DATA, "courtlistener-bulk")],
};

/** All codes at hand; unpacked into a directory unless they are there. */
export async function lawImports(input: string): Promise<Imports> {
  for (const name of LAW_ARCHIVES) {
    if (!existsSync(join(input, name))) await unpack(join(SHARED_DATA, `laws/${name}.tar.zst`), join(input, name));
  }
  const samples = join(input, "gpo-uslm-samples");
  const named = (prefix: string): string[] =>
    readdirSync(samples)
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(samples, name));
  return {
    "D.C. Code, six editions": ["dc-code", join(input, "dc-code")],
    "United States Code, 23 titles": ["uslm", join(input, "uscode-uslm")],
    "C.F.R., two volumes": ["uslm", ...named("CFR-")],
    "C.F.R., 72 versions of parts": ["ecfr", join(input, "cfpb-regulations")],
    "Federal Register": ["federal-register", join(input, "federal-register/documents"), ...named("FR-")],
    Constitution: ["constitution", join(SHARED_DATA, "laws/us-constitution.json")],
  };
}

/** Saved pages of courts, without what is expected of them. */
export async function docketImports(input: string): Promise<Imports> {
  const pages = join(input, "pacer-pages");
  if (!existsSync(pages)) {
    const archive = readFileSync(join(SHARED_DATA, "dockets/pacer-pages.tar.zst"));
    for (const { path, page } of await pairsOf(zstdDecompressSync(archive))) {
      mkdirSync(dirname(join(pages, path)), { recursive: true });
      writeFileSync(join(pages, path), page);
    }
  }
  return { "pages of courts": ["pacer", pages] };
}
