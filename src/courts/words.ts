/** The state's word in a court's name, and the abbreviations (Bluebook T10 and older) that stand for it. */
const STATE_WORDS: Record<string, string> = {
  alabama: "ala",
  alaska: "",
  arizona: "ariz",
  arkansas: "ark",
  california: "cal calif",
  colorado: "colo",
  connecticut: "conn",
  delaware: "del",
  florida: "fla",
  georgia: "ga",
  hawaii: "haw hawaiian",
  idaho: "",
  illinois: "ill",
  indiana: "ind",
  iowa: "",
  kansas: "kan kans",
  kentucky: "ky",
  louisiana: "la",
  maine: "me",
  maryland: "md",
  massachusetts: "mass",
  michigan: "mich",
  minnesota: "minn",
  mississippi: "miss",
  missouri: "mo",
  montana: "mont",
  nebraska: "neb nebr",
  nevada: "nev",
  "new hampshire": "nh",
  "new jersey": "nj",
  "new mexico": "nm",
  "new york": "ny",
  "north carolina": "nc",
  "north dakota": "nd",
  ohio: "",
  oklahoma: "okla",
  oregon: "or ore",
  pennsylvania: "pa penn penna",
  "rhode island": "ri",
  "south carolina": "sc",
  "south dakota": "sd",
  tennessee: "tenn",
  texas: "tex tx",
  utah: "",
  vermont: "vt",
  virginia: "va",
  washington: "wash",
  "west virginia": "wva",
  wisconsin: "wis wisc",
  wyoming: "wyo",
  "puerto rico": "pr",
  guam: "",
  "american samoa": "",
  "northern mariana islands": "cnmi nmi",
  "virgin islands": "vi",
  "canal zone": "",
  "district of columbia": "dc",
};

/** `new york` -> `newyork`: a state is one word to the matcher. */
export function stateWord(stateName: string): string {
  return stateName.toLowerCase().replaceAll(" ", "");
}

export const STATE_WORD_SET: ReadonlySet<string> = new Set(Object.keys(STATE_WORDS).map(stateWord));

/** Words that open a phrase, each with the phrases it opens (longest first) and what they become. */
export const PHRASES: ReadonlyMap<string, readonly (readonly [readonly string[], readonly string[]])[]> = phraseTable();

function phraseTable(): Map<string, [string[], string[]][]> {
  const phrases: [string, string][] = Object.keys(STATE_WORDS)
    .filter((name) => name.includes(" "))
    .map((name) => [name, stateWord(name)]);
  phrases.push(
    ["washington dc", "districtofcolumbia"],
    ["west va", "westvirginia"],
    ["w va", "westvirginia"],
    ["am samoa", "americansamoa"],
    ["am sam", "americansamoa"],
    ["n mar i", "northernmarianaislands"],
    ["n mariana islands", "northernmarianaislands"],
    ["united states", "us"],
    ["us of america", "us"],
    ["com pl", "common plea"],
    ["commonwealth of", ""],
  );
  const table = new Map<string, [string[], string[]][]>();
  for (const [from, to] of phrases.toSorted(([a], [b]) => b.length - a.length)) {
    const words = from.split(" ");
    const first = words[0] ?? "";
    table.set(first, [...(table.get(first) ?? []), [words, to.split(" ").filter((word) => word !== "")]]);
  }
  return table;
}

/** One word to the word or words it stands for. */
export const WORDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(STATE_WORDS).flatMap(([name, short]) =>
    short.split(" ").map((word): [string, string] => [word, stateWord(name)]),
  ),
  ...pairs(`
    dist district; distr district; ap appeal; ct court; cts court; cir circuit; app appeal; appellate appeal; apps appeal;
    bankr bankruptcy; bkrtcy bankruptcy; bky bankruptcy; bap bankruptcy appeal panel; crim criminal; civ civil; sup supreme;
    super superior; commw commonwealth; cmwlth commonwealth; comm commission; commn commission; cl claim;
    mun municipal; muni municipal; fam family; prob probate; juv juvenile; jud judicial; div division;
    dept department; spec special; terr territory; magis magistrate; gen general; sess session; orph orphan;
    cnty county; cty county; co county; intl international; vet veteran; intell intelligence; surv surveillance;
    fed federal; pl plea; cp common plea; ch chancery; sur surrogate; surr surrogate; bd board; atty attorney;
    trib tribunal; cust customs; emer emergency; emerg emergency; temp temporary; indus industrial; comp compensation;
    accid accident; workmen worker; phila philadelphia; usdc us district; usca us appeal; dca district appeal;
    police justice; childrens child; children child; fisa foreign intelligence surveillance; scotus us supreme; usbc us bankruptcy; no northern; so southern
  `),
  ...[
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth",
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
  ]
    .join(" ")
    .split(" ")
    .map((word, number): [string, string] => [word, String(number)]),
]);

function pairs(text: string): [string, string][] {
  return text.split(";").map((entry) => {
    const [from = "", ...to] = entry.trim().split(" ");
    return [from, to.join(" ")];
  });
}

/** `S.D.`, `N. D.`: a part of a federal district when a state is named beside it, else (nd, sd, md) a state. */
export const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ["nd", "northern"],
  ["sd", "southern"],
  ["ed", "eastern"],
  ["wd", "western"],
  ["md", "middle"],
  ["cd", "central"],
]);

/** Words that say nothing about which court is meant. `court` itself is one: abbreviations drop it freely. */
export const NOISE: ReadonlySet<string> = new Set(
  "the of for in and at to on a an s court state within hon before".split(" "),
);

/** Words that say what kind of court it is: a name that has one the candidate lacks is probably another court's. */
export const KIND_WORDS: ReadonlySet<string> = new Set(
  (
    "supreme appeal superior circuit bankruptcy municipal probate family juvenile chancery orphan justice claim tax " +
    "common plea county quarter session magistrate police criminal civil surrogate court oyer terminer general board " +
    "commission department attorney judicial panel city village town small water land tribal review military custom " +
    "veteran trade patent special record marine election commonwealth corporation child admiralty insolvency election police"
  ).split(" "),
);

/** Kinds of place that courts are also named for (`County Court`). */
export const PLACE_KIND_WORDS: ReadonlySet<string> = new Set(["county", "city", "town", "village"]);

/** What may follow a court's abbreviation without changing the court: `2d Dist.`, `1st Dep't`, `Unit B`. */
export const DIVISION_WORDS: ReadonlySet<string> = new Set(
  "dist district dept department div division cir circuit unit panel a b c i ii iii iv v ed wd sd nd en banc".split(
    " ",
  ),
);
