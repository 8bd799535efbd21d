/** The state's word in a court's name, and the abbreviations (Bluebook T10 and older) that stand for it. */
const STATE_WORDS: Record<string, string> = {
  alabama: "ala",
  alaska: "ak",
  arizona: "ariz az",
  arkansas: "ark",
  california: "cal calif",
  colorado: "colo",
  connecticut: "conn",
  delaware: "del",
  florida: "fla fl",
  georgia: "ga",
  hawaii: "haw hawaiian",
  idaho: "",
  illinois: "ill il",
  indiana: "ind",
  iowa: "ia",
  kansas: "kan kans ks",
  kentucky: "ky",
  louisiana: "la",
  maine: "me",
  maryland: "md",
  massachusetts: "mass",
  michigan: "mich mi",
  minnesota: "minn mn",
  mississippi: "miss",
  missouri: "mo",
  montana: "mont",
  nebraska: "neb nebr",
  nevada: "nev nv",
  "new hampshire": "nh",
  "new jersey": "nj",
  "new mexico": "nm",
  "new york": "ny",
  "north carolina": "nc",
  "north dakota": "nd",
  ohio: "oh",
  oklahoma: "okla",
  oregon: "or ore",
  pennsylvania: "pa penn penna",
  "rhode island": "ri",
  "south carolina": "sc",
  "south dakota": "sd",
  tennessee: "tenn tn",
  texas: "tex tx",
  utah: "ut",
  vermont: "vt",
  virginia: "va",
  washington: "wash",
  "west virginia": "wva wv",
  wisconsin: "wis wisc wi",
  wyoming: "wyo wy",
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
    ["porto rico", "puertorico"],
    ["united states", "us"],
    ["us of america", "us"],
    ["com pl", "common plea"],
    ["oy term", "oyer terminer"],
    ["oyer and term", "oyer terminer"],
    ["commonwealth of", ""],
    ["nyc", "city of newyork"],
    ["sf", "san francisco"],
    ["children s", "child"],
    ["estado libre asociado de", ""],
    ["i c a", "intermediate appeal"],
    ["ica", "intermediate appeal"],
    ["primera instancia", "1 instance"],
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
    dist district; distr district; ap appeal; ct court; cts court; cir circuit; circ circuit; app appeal; appellate appeal; apps appeal;
    bankr bankruptcy; bkrtcy bankruptcy; bankrtcy bankruptcy; bky bankruptcy; bap bankruptcy appeal panel; crim criminal; cr criminal; civ civil;
    sup supreme; supr supreme; super superior; commw commonwealth; cmwlth commonwealth; cwlth commonwealth; comm commission; commn commission; cl claim;
    mun municipal; muni municipal; munic municipal; metro metropolitan; fam family; prob probate; juv juvenile; jud judicial; div division; divn division;
    dept department; spec special; terr territory; magis magistrate; mag magistrate; gen general; sess session; orph orphan; qtr quarter; oy oyer; just justice;
    cnty county; cty county; co county; boro borough; twp township; vill village; intl international; vet veteran; intell intelligence; surv surveillance;
    fed federal; natl national; pl plea; cmn common; cp common plea; ch chancery; chanc chancery; sur surrogate; surr surrogate; bd board; atty attorney;
    trib tribunal; cust customs; emer emergency; emerg emergency; temp temporary; indus industrial; comp compensation; hous housing; hosp hospital; insolv insolvency;
    adv advisory; pnl panel; eth ethic; disc discipline; elec election; reg register; reorg reorganization; regl regional; admin administrative; hrg hearing;
    prop property; adjmt adjustment; assmt assessment; pub public; serv service; util utility; envtl environmental; commr commissioner;
    accid accident; rev revenue; workmen worker; phila philadelphia; cinci cincinnati; usdc us district; usca us appeal; dca district appeal;
    mt mount; pt port; pk park; hts height; spgs spring; ft fort; saint st; sainte ste; np nisi priu; prius priu;
    apelacion appeal; apelaciones appeal; supremo supreme; circuito circuit; tribunales tribunal;
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

/** Abbreviations of two words, each with the one that `WORDS` does not give it: `St. Hosp. Comm'n`, `Rev. Trib.` */
export const OTHER_MEANINGS: ReadonlyMap<string, string> = new Map([
  ["st", "state"],
  ["rev", "review"],
]);

/** `Department One`; spelled otherwise than in `First Department`. */
export const CARDINALS: ReadonlyMap<string, number> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, number): [string, number] => [word, number]),
);

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
  "the of for in and at to on a an s court state within hon honorable before incorporated de la del ss".split(" "),
);

/** Words that say what kind of court it is: a name that has one the candidate lacks is probably another court's. */
export const KIND_WORDS: ReadonlySet<string> = new Set(
  (
    "supreme appeal superior circuit bankruptcy municipal probate family juvenile chancery orphan justice claim tax " +
    "common plea county quarter session magistrate police criminal civil surrogate oyer terminer general board " +
    "commission department attorney judicial panel city village town small water land tribal review military custom " +
    "veteran trade patent special record marine election commonwealth corporation child admiralty insolvency election police mayor recorder alderman relation housing hustings conciliation"
  ).split(" "),
);

/** Words beside a place's name that say what it is; without another kind of court they are the court's own (`County Court`). */
export const PLACE_MARKERS: ReadonlySet<string> = new Set([
  "county",
  "city",
  "town",
  "village",
  "borough",
  "township",
  "parish",
]);

/** Parts of a court that are counted. */
export const NUMBERED_UNITS: ReadonlySet<string> = new Set([
  "circuit",
  "district",
  "department",
  "division",
  "region",
  "regional",
  "unit",
  "part",
  "area",
  "precinct",
]);

/** Words that may stand in a heading and tell no court from another. */
export const FILLER_PHRASES: readonly (readonly string[])[] = phrases(
  "in and for; judicial department; en banc; in banc; in bank; at law; in equity; in admiralty; in chambers; sitting at; sitting in; holding court at; held at",
);

/** Divisions and terms of one court by what they hear; some are courts of their own in the table. */
export const FUNCTIONS: readonly (readonly string[])[] = phrases(
  "family court division; child court division; criminal division; civil division; family division; probate division; law division; chancery division; tax division; " +
    "commercial division; juvenile division; equity division; commercial part; commercial term; housing part; housing session; " +
    "victims of crime division; industrial commission division; workers compensation division; " +
    "trial term; special term; general term; criminal term; civil term; equity term; trial division; trial part; complex litigation docket",
);

function phrases(text: string): string[][] {
  return text.split(";").map((phrase) => phrase.trim().split(" "));
}

/** What may follow a court's abbreviation without changing the court: `2d Dist.`, `1st Dep't`, `Unit B`. */
export const DIVISION_WORDS: ReadonlySet<string> = new Set(
  "dist district dept department div division cir circuit unit panel a b c i ii iii iv v ed wd sd nd en banc".split(
    " ",
  ),
);

export const DIRECTION_WORDS: ReadonlySet<string> = new Set(DIRECTIONS.values());

export const PHRASE_WORDS: ReadonlySet<string> = new Set(
  [...PHRASES.values()].flatMap((phrases) => phrases.flatMap(([from]) => from)),
);

/** Whether a lower-case word is one this table of words knows, itself or as a plural. */
export function isCourtWord(word: string): boolean {
  const one = word.length > 4 && word.endsWith("s") ? word.slice(0, -1) : word;
  const tables = [KIND_WORDS, NOISE, DIRECTION_WORDS, STATE_WORD_SET, PLACE_MARKERS, NUMBERED_UNITS, OTHER_WORDS];
  return (
    [word, one].some((form) => WORDS.has(form) || tables.some((table) => table.has(form))) || PHRASE_WORDS.has(word)
  );
}

const OTHER_WORDS: ReadonlySet<string> = new Set([...FILLER_PHRASES, ...FUNCTIONS].flat());
