import { ABBREVIATIONS } from "./abbreviations.ts";
import { oneMac, withMc } from "./mac-names.ts";

/**
 * Which words of a case name tell it from others. Words are folded (small letters without marks, periods and
 * apostrophes) and abbreviations are written out by the one table of abbreviations; each word that many cases share has
 * a class here, and who compares names says for what, since a word may be too common for one purpose and not for
 * another.
 */
type NameClass = keyof typeof WORDS;

const WORDS = {
  function:
    "the of and a an in on for by to from at as per with v vs versus et al ux vir re ex parte rel matter estate no nos",
  corporate:
    "inc incorporated co cos company corp corporation ltd limited llc llp lp plc pc pa na sa bros brothers sons mfg jr sr ii iii iv",
  sovereign: "united states us usa state people commonwealth government",
  office:
    "plaintiff defendant petitioner petition respondent appellant appellee appeal application claimant relator intern " +
    "adm admr administrator administratrix exr executor executrix trustee trustees commissioner secretary director " +
    "attorney general warden sheriff chief justice judge mr common",
  body:
    "city county town village district board department dept court supreme superior bank railroad railway insurance " +
    "ins association national international union congress america reg ship sp vessel",
  paper: "act code amendment article section clause constitution rule chapter page part note id ibid",
  state:
    "alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois " +
    "indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri " +
    "montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington " +
    "wisconsin wyoming puerto rico guam hampshire jersey mexico york carolina dakota rhode island columbia new north south west",
  alias: "doe roe juvenile minor male female",
  trade:
    "american east federal first school schools university college trust hospital church labor commission public " +
    "service services health human education bureau office administration agency authority society club motor oil " +
    "steel gas electric power light lumber mining telephone telegraph express transit airlines stores products " +
    "industries systems plan pension retirement fund life mutual casualty pacific atlantic northern southern eastern western central",
} as const;

const CLASSES: ReadonlyMap<string, NameClass> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind as NameClass])),
);

/** For what names are compared, with the classes of words that tell nothing then. */
const LEFT_OUT = {
  /** How far two printed names agree is a share of all that they say: `City of Alder` is not `County of Alder`. */
  agreement: ["function", "corporate"],
  /** The reader of typed captions ranks by every word a record may bear, `Co.` included. */
  search: ["function"],
  /** A known case called by a party, right before a page: the party must be more than an office or a place. */
  reference: ["function", "corporate", "sovereign", "office", "body", "paper", "state"],
  /** Two decisions on one page of a reporter: `Doe` and a state are parties of both. */
  copies: ["function", "corporate", "sovereign", "office", "body", "paper", "state", "alias"],
  /** A single word that calls a case anywhere in running text, where `Pacific` and `Steel` are met for other reasons. */
  alone: ["function", "corporate", "sovereign", "office", "body", "paper", "state", "alias", "trade"],
} as const satisfies Record<string, readonly NameClass[]>;

export type NamePurpose = keyof typeof LEFT_OUT;

const leftOut = new Map(
  Object.entries(LEFT_OUT).map(([purpose, classes]) => [purpose, new Set<NameClass>(classes)] as const),
);

/** Whether a folded word tells a case from others. */
export function isTelling(word: string, purpose: NamePurpose): boolean {
  const kind = CLASSES.get(word);
  return kind === undefined || leftOut.get(purpose)?.has(kind) !== true;
}

/** Whether a folded word is only ever the name of who governs: `State`, `People`, `United States`. */
export function isSovereign(word: string): boolean {
  return CLASSES.get(word) === "sovereign";
}

/** Whether a folded word is of a state's name, or of a place that may be one: `Ohio`, `York`. */
export function isOfState(word: string): boolean {
  return CLASSES.get(word) === "state";
}

/**
 * The telling words of a name in order, abbreviations written out and initials left out: for `agreement`
 * `J. Alder Ins. Co. v. U.S.` gives `alder`, `insurance`, `united`, `states`.
 */
export function tellingWords(name: string, purpose: NamePurpose): string[] {
  return foldName(name.includes("U.") ? withMc(name).replace(/\bU\.\s?S\.(?:\s?A\.)?/gu, "us") : withMc(name))
    .split(" ")
    .filter((word) => !/^[a-z&]?$/u.test(word))
    .map(oneMac)
    .flatMap((word) => (written().get(word) ?? word).split(" "))
    .filter((word) => isTelling(word, purpose));
}

function foldName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f.'\u2019]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9&]+/gu, " ")
    .trim();
}

let writtenOut: ReadonlyMap<string, string> | undefined;

/** Folded abbreviations and the first of the words that each stands for. */
function written(): ReadonlyMap<string, string> {
  writtenOut ??= new Map([
    ...ABBREVIATIONS.flatMap(({ form, standsFor: [word] }): [string, string][] => {
      const key = foldName(form);
      return word === undefined || key.includes(" ") ? [] : [[key, foldName(word)]];
    }),
    ["us", "united states"],
    ["usa", "united states"],
  ]);
  return writtenOut;
}
