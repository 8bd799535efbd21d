import type { Brief } from "#citations/check.ts";
import { isFormer } from "#citations/laws/former.ts";
import { citedLawKey, lawKey } from "#citations/laws/law-key.ts";
import { lawReferences } from "#citations/laws/law-references.ts";
import type { LawCitation } from "#citations/model.ts";
import type { Reader } from "#db/connection.ts";
import { OnpointError } from "#base/errors.ts";
import { startOf } from "#laws/currency.ts";
import type { LawVersion } from "#laws/model.ts";
import { chainsOf } from "#laws/store/read.ts";
import { sectionsUnder } from "#laws/store/sections-under.ts";
import { findLaws } from "./laws/find.ts";
import type { FoundLaws } from "./laws/find.ts";

/** A statute, regulation or rule of a text beside the laws held. */
export type CheckedLaw = {
  /** `no_such_provision`: the code is held, and has none of this number. `not_held`: nothing is known of the code. */
  readonly status: "in_force" | "not_in_force" | "no_such_provision" | "not_held";
  readonly citation: string;
  readonly title: string | null;
  /** `YYYY-MM-DD`; the day of the text that is held, where the source says. */
  readonly asOf: string | null;
  /** What is held of it, the one in force first. */
  readonly versionIds: readonly string[];
  /** In a sentence, where there is something to look at. */
  readonly finding: string | null;
  /** The text cites an older edition, or says that it means a provision that is gone. */
  readonly isOlderMeant: boolean;
};

/** Laws looked up for one text; further ones are not checked. */
const LAWS_MAX = 500;
/** A code of which fewer sections are held may be held in part. */
const SECTIONS_MIN = 10;
/** A text may cite the edition before the one held; what it cites by an older one is history. */
const EDITION_YEARS = 10;

/** The laws that a text cites, by the number of the citation. A citation of several sections is told by the worst. */
export async function checkLaws(
  db: Reader,
  { text, citations }: Brief,
  today: string,
): Promise<Map<number, CheckedLaw>> {
  const checked = new Map<number, CheckedLaw>();
  const known = new Map<string, Promise<CheckedLaw>>();
  for (const [number, law] of citations.entries()) {
    if (law.kind !== "law") continue;
    const references = lawReferences(law);
    if (references.length === 0 || known.size >= LAWS_MAX) continue;
    const found: CheckedLaw[] = [];
    for (const { citation } of references) {
      const key = citedLawKey(citation);
      const looked = known.get(key) ?? lookUp(db, law, citation, today);
      known.set(key, looked);
      found.push(await looked);
    }
    const worst = found.toSorted((one, other) => WORST.indexOf(one.status) - WORST.indexOf(other.status))[0];
    if (worst !== undefined) checked.set(number, { ...worst, isOlderMeant: isOlderMeant(text, law, worst) });
  }
  return checked;
}

const WORST: readonly CheckedLaw["status"][] = ["no_such_provision", "not_in_force", "in_force", "not_held"];

function isOlderMeant(text: string, law: LawCitation, { asOf }: CheckedLaw): boolean {
  if (isFormer(text, law)) return true;
  return law.year !== null && asOf !== null && law.year < Number(asOf.slice(0, 4)) - EDITION_YEARS;
}

async function lookUp(db: Reader, law: LawCitation, citation: string, today: string): Promise<CheckedLaw> {
  const none = { citation, title: null, asOf: null, versionIds: [], finding: null, isOlderMeant: false };
  const found = await findOne(db, citation, today);
  if (found === undefined) return { ...none, status: "not_held" };
  const [first] = found.laws;
  if (first !== undefined) {
    const { version, chain } = first;
    return {
      ...none,
      status: "in_force",
      title: version.title,
      asOf: dayOf(version),
      versionIds: [version.id, ...chain.versions.filter(({ id }) => id !== version.id).map(({ id }) => id)],
    };
  }
  const { within, code } = found.missing;
  if (within !== undefined || code === "only_history") {
    const gone = within ?? (await goneAs(db, citation, today));
    const said = gone?.title?.replace(/\]$/u, "") ?? "Repealed, superseded or not yet in force";
    return {
      ...none,
      status: "not_in_force",
      title: gone?.title ?? null,
      finding: `${gone?.citation ?? citation} is not in force in the code on file here: ${said}.`,
    };
  }
  const stem = stemOf(law, citation);
  if (stem === undefined) return { ...none, status: "not_held" };
  const { count, edition } = await sectionsUnder(db, stem);
  if (count < SECTIONS_MIN) return { ...none, status: "not_held" };
  const asOf = edition === null ? "" : ` (edition of ${edition})`;
  return {
    ...none,
    status: "no_such_provision",
    asOf: edition,
    finding: `There is no ${citation} in the code on file here${asOf}, which has ${count} sections of that title or part.`,
  };
}

function dayOf(version: LawVersion): string | null {
  return version.edition ?? (startOf(version) === "" ? null : startOf(version));
}

/** Undefined for what is not one provision. */
async function findOne(db: Reader, citation: string, today: string): Promise<FoundLaws | undefined> {
  const scope = { collectionIds: undefined, includeHistorical: false, date: today, today };
  try {
    return await findLaws(db, { by: "citation", given: citation }, scope);
  } catch (error) {
    if (error instanceof OnpointError && error.code === "invalid_input") return undefined;
    throw error;
  }
}

/** What the code prints in its place. */
async function goneAs(
  db: Reader,
  citation: string,
  today: string,
): Promise<{ readonly citation: string; readonly title: string | null } | undefined> {
  const scope = { collectionIds: undefined, includeHistorical: true, date: today, today };
  const { laws } = await findLaws(db, { by: "citation", given: citation }, scope);
  const [first] = laws;
  if (first === undefined) return undefined;
  const [chain] = await chainsOf(db, [first.chain.nodeId]);
  const last = chain?.versions.findLast(({ isTombstone }) => isTombstone) ?? first.version;
  return { citation: last.citation ?? citation, title: last.title };
}

/**
 * The code, or the part of it, that must be held for a section to be missing: the title of the United States Code, the
 * part of a regulation or the title of a state's code before the dash or period of the number.
 */
function stemOf(law: LawCitation, citation: string): string | undefined {
  if (law.type !== "statute" && law.type !== "regulation") return undefined;
  const sign = citation.lastIndexOf("§");
  if (sign < 0) return undefined;
  const code = citation.slice(0, sign).trim().replace(/,$/u, "");
  const number = citation.slice(sign + 1).trim();
  if (law.correctedCode === "U.S.C.") return lawKey(code);
  const [lead] = /^[\dA-Za-z]+(?=[-.:])/u.exec(number) ?? [];
  if (lead === undefined) return undefined;
  return `${lawKey(`${code} ${lead}`)}-`;
}
