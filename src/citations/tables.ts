import { readFileSync } from "node:fs";
import type { LawType } from "./model.ts";
import { foldReporter, Trie } from "./trie.ts";

/**
 * What is known of reporters, codes and journals: facts kept as tab-separated tables beside this file, read
 * at the first use and compiled into two tries, one for what stands after a number (`410 U.S. …`) and one
 * for what stands by itself (`Fla. Stat. § …`).
 */
export type ReporterKind = "state" | "regional" | "federal" | "neutral" | "early" | "specialty" | "vendor";

/** How a reporter departs from volume, reporter, page. */
type EditionForm = "paragraph" | "louisiana" | "yearPage" | "dashed" | "volumeless" | "letterPage";

export type Reporter = {
  readonly kind: ReporterKind;
  readonly name: string;
  /** The court a citation without a court in parentheses speaks of; null when the reporter alone does not say. */
  readonly court: string | null;
};

export type Edition = {
  readonly source: "case";
  readonly abbreviation: string;
  readonly reporter: Reporter;
  readonly firstYear: number | null;
  readonly lastYear: number | null;
  readonly forms: ReadonlySet<EditionForm>;
};

export type Journal = { readonly source: "journal"; readonly abbreviation: string; readonly name: string };

export type LawLead = "" | "number" | "year" | "pamphlet" | "chapters";
export type LawTail =
  | ""
  | "section"
  | "page"
  | "title"
  | "chapter"
  | "article"
  | "number"
  | "rule"
  | "act"
  | "constitution";

export type LawCode = {
  readonly source: "law";
  readonly type: LawType;
  readonly jurisdiction: string;
  readonly abbreviation: string;
  readonly lead: LawLead;
  readonly tail: LawTail;
  /** A subject word stands between the code's name and the section. */
  readonly subject: boolean;
  readonly name: string;
};

/** Everything one printed form can stand for; exact abbreviations win over variants. */
export type Entry = {
  readonly key: string;
  readonly editions: readonly Edition[];
  readonly variantEditions: readonly Edition[];
  readonly laws: readonly LawCode[];
  readonly variantLaws: readonly LawCode[];
  readonly journals: readonly Journal[];
  readonly variantJournals: readonly Journal[];
  /** Spellings without white space, for forms so short that their periods matter. */
  readonly spellings: ReadonlySet<string>;
};

/** A printed form that stands for nothing of the tables. */
export const NO_ENTRY: Entry = {
  key: "",
  editions: [],
  variantEditions: [],
  laws: [],
  variantLaws: [],
  journals: [],
  variantJournals: [],
  spellings: new Set(),
};

export type Tables = {
  readonly afterNumber: Trie<Entry>;
  readonly standingAlone: Trie<Entry>;
  /** Long names of codes in lower case: small capitals and headings print them in any mixture of case. */
  readonly standingAloneAnyCase: Trie<Entry>;
  readonly byKey: ReadonlyMap<string, Entry>;
};

let loaded: Tables | undefined;

/** The compiled tables; the first call reads and compiles them. */
export function tables(): Tables {
  loaded ??= compile();
  return loaded;
}

let publications: ReadonlyMap<string, Journal> | undefined;

/** What is cited by volume and page and reports no decisions (`Cong. Rec.`), or decisions of other countries alone. */
export function publicationNamed(printed: string): Journal | undefined {
  publications ??= new Map(
    rowsOf("publications.tsv").flatMap(([abbreviation = "", name = "", spellings]) =>
      [abbreviation, ...listOf(spellings)].map((spelling): [string, Journal] => [
        foldReporter(spelling).toLowerCase(),
        { source: "journal", abbreviation, name },
      ]),
    ),
  );
  return publications.get(foldReporter(printed).toLowerCase());
}

function rowsOf(file: string): string[][] {
  const text = readFileSync(new URL(`./tables/${file}`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
}

function listOf(cell: string | undefined): string[] {
  return cell === undefined || cell === "" ? [] : cell.split(";");
}

/** Forms up to this length must be printed as the tables print them. */
export const TIGHT_CHARS_MAX = 2;

const NONE: readonly never[] = [];
const NO_SPELLINGS: ReadonlySet<string> = new Set();

type Draft = { -readonly [Key in keyof Entry]: Entry[Key] };

class Compiler {
  readonly byKey = new Map<string, Draft>();
  readonly afterNumber = new Trie<Entry>();
  readonly standingAlone = new Trie<Entry>();
  readonly standingAloneAnyCase = new Trie<Entry>();

  entry(spelling: string): Draft {
    const key = foldReporter(spelling);
    let entry = this.byKey.get(key);
    if (entry === undefined) {
      entry = {
        key,
        editions: NONE,
        variantEditions: NONE,
        laws: NONE,
        variantLaws: NONE,
        journals: NONE,
        variantJournals: NONE,
        spellings: NO_SPELLINGS,
      };
      this.byKey.set(key, entry);
    }
    if (key.length <= TIGHT_CHARS_MAX) entry.spellings = new Set([...entry.spellings, spelling.replace(/\s+/gu, "")]);
    return entry;
  }
}

function withOne<Item>(list: readonly Item[], item: Item): readonly Item[] {
  return list.includes(item) ? list : [...list, item];
}

function compile(): Tables {
  const compiler = new Compiler();
  for (const row of rowsOf("reporters.tsv")) addReporter(compiler, row);
  for (const row of rowsOf("journals.tsv")) addJournal(compiler, row);
  for (const row of rowsOf("laws.tsv")) addLaw(compiler, row);
  addCapitals(compiler);
  const { afterNumber, standingAlone, standingAloneAnyCase, byKey } = compiler;
  return { afterNumber, standingAlone, standingAloneAnyCase, byKey };
}

/** Forms shorter than this could be words once their case does not matter. */
const ANY_CASE_CHARS_MIN = 6;

/** `HARV. L. REV.`, `F. SUPP. 2D`: headings print reporters in capitals. */
function addCapitals(compiler: Compiler): void {
  for (const entry of compiler.byKey.values()) {
    const capitals = entry.key.toUpperCase();
    if (entry.key.length >= ANY_CASE_CHARS_MIN - 1 && !compiler.byKey.has(capitals))
      compiler.afterNumber.add(capitals, entry);
  }
}

function yearOf(cell: string | undefined): number | null {
  return cell === undefined || cell === "" ? null : Number(cell);
}

/** Forms that a number need not precede. A single bare word (`Chase 12`) is no citation by itself. */
function standsAlone(edition: Edition, spelling: string): boolean {
  if (edition.forms.has("paragraph") || edition.forms.has("yearPage")) return true;
  return edition.forms.has("volumeless") && /[.&]/u.test(spelling) && spelling.includes(" ");
}

function addReporter(compiler: Compiler, row: readonly string[]): void {
  const [kind, name, court, editionCells, variantCells] = row;
  const reporter: Reporter = {
    kind: kind as ReporterKind,
    name: name ?? "",
    court: court === "" || court === undefined ? null : court,
  };
  const byAbbreviation = new Map<string, Edition>();
  const place = (spelling: string, edition: Edition, exact: boolean): void => {
    const entry = compiler.entry(spelling);
    if (exact) entry.editions = withOne(entry.editions, edition);
    else entry.variantEditions = withOne(entry.variantEditions, edition);
    compiler.afterNumber.add(entry.key, entry);
    if (standsAlone(edition, spelling)) compiler.standingAlone.add(entry.key, entry);
  };
  for (const cell of listOf(editionCells)) {
    const [abbreviation = "", first, last, forms] = cell.split("|");
    const edition: Edition = {
      source: "case",
      abbreviation,
      reporter,
      firstYear: yearOf(first),
      lastYear: yearOf(last),
      forms: new Set((forms === undefined || forms === "" ? [] : forms.split("+")) as EditionForm[]),
    };
    byAbbreviation.set(abbreviation, edition);
    place(abbreviation, edition, true);
  }
  for (const cell of listOf(variantCells)) {
    const at = cell.lastIndexOf("=");
    const edition = byAbbreviation.get(cell.slice(at + 1));
    if (edition !== undefined) place(cell.slice(0, at), edition, false);
  }
}

function addJournal(compiler: Compiler, row: readonly string[]): void {
  const [abbreviation = "", name = "", variants] = row;
  const journal: Journal = { source: "journal", abbreviation, name };
  const exact = compiler.entry(abbreviation);
  exact.journals = withOne(exact.journals, journal);
  compiler.afterNumber.add(exact.key, exact);
  for (const variant of listOf(variants)) {
    const entry = compiler.entry(variant);
    entry.variantJournals = withOne(entry.variantJournals, journal);
    compiler.afterNumber.add(entry.key, entry);
  }
}

function addLaw(compiler: Compiler, row: readonly string[]): void {
  const [type, jurisdiction = "", abbreviation = "", lead, tail, subject, variants, name = ""] = row;
  const code: LawCode = {
    source: "law",
    type: type as LawType,
    jurisdiction,
    abbreviation,
    lead: lead as LawLead,
    tail: tail as LawTail,
    subject: subject === "subject",
    name,
  };
  const trie = code.lead === "" ? compiler.standingAlone : compiler.afterNumber;
  const exact = compiler.entry(abbreviation);
  exact.laws = withOne(exact.laws, code);
  const place = (entry: Entry): void => {
    trie.add(entry.key, entry);
    if (code.lead === "" && entry.key.length >= ANY_CASE_CHARS_MIN)
      compiler.standingAloneAnyCase.add(entry.key.toLowerCase(), entry);
  };
  place(exact);
  for (const variant of listOf(variants)) {
    const entry = compiler.entry(variant);
    entry.variantLaws = withOne(entry.variantLaws, code);
    place(entry);
  }
}
