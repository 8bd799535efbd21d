import { allCourts } from "./registry.ts";
import { STATE_WORD_SET, stateWord, WORDS } from "./words.ts";

/** A state that a text names, and where. */
export type StateNamed = { readonly state: string; readonly start: number; readonly end: number };

type States = { readonly names: ReadonlyMap<string, string>; readonly written: RegExp };

let states: States | undefined;

/** Abbreviations that are written so and mean nothing else: those with a period, and of two capitals the usual ones. */
const SHORT =
  /(?<![\p{L}\p{N}.])(?:(?:N\.\s?[YJHMCD]|[SW]\.\s?(?:C|D|Va)|R\.\s?I|P\.\s?R|Ala|Ariz|Ark|Cal|Calif|Colo|Conn|Del|Fla|Ga|Haw|Ill|Ind|Kan|Ky|Mass|Md|Mich|Minn|Miss|Mont|Neb|Nev|Okla|Or|Pa|Tenn|Tex|Vt|Wash|Wis|Wyo)\.|(?:N[YJHMCD]|[SR][CDI]|WV|CA|TX|FL)(?![.]))(?![\p{L}\p{N}])/gu;

/** The states and territories that a text names in full, in whatever letters, or by an abbreviation: `Cal.`, `N.Y.`, `NY`. */
export function statesIn(text: string): readonly StateNamed[] {
  const { names, written } = (states ??= readStates());
  return [...text.matchAll(written), ...text.matchAll(SHORT)]
    .flatMap(({ 0: named, index }): StateNamed[] => {
      const state = names.get(stateWord(named)) ?? names.get(WORDS.get(lettersOf(named)) ?? "");
      return state === undefined ? [] : [{ state, start: index, end: index + named.length }];
    })
    .toSorted((a, b) => a.start - b.start);
}

function lettersOf(text: string): string {
  return text.replace(/[.\s]/gu, "").toLowerCase();
}

function readStates(): States {
  const named = [...new Set(allCourts().map(({ state }) => state))].filter((state) =>
    STATE_WORD_SET.has(stateWord(state)),
  );
  const longestFirst = named.toSorted((a, b) => b.length - a.length).join("|");
  return {
    names: new Map(named.map((state) => [stateWord(state), state])),
    written: new RegExp(String.raw`(?<![\p{L}\p{N}.])(?:${longestFirst})(?![\p{L}\p{N}])`, "giu"),
  };
}

/** The federal courts of a state: those of its districts, and the court of appeals above them. */
export type FederalCourts = { readonly districts: readonly string[]; readonly appeals: readonly string[] };

let federal: ReadonlyMap<string, FederalCourts> | undefined;

export function federalCourtsOf(state: string): FederalCourts {
  federal ??= readFederal();
  return federal.get(stateWord(state)) ?? { districts: [], appeals: [] };
}

const OF_DISTRICT = " District of ";

function readFederal(): Map<string, FederalCourts> {
  const found = new Map<string, { districts: string[]; appeals: string[] }>();
  for (const { id, fullName, circuit, jurisdiction } of allCourts()) {
    if (jurisdiction !== "Federal District" && jurisdiction !== "Federal Bankruptcy") continue;
    const state = stateWord(fullName.split(OF_DISTRICT).at(-1) ?? "");
    if (!STATE_WORD_SET.has(state)) continue;
    const { districts, appeals } = found.get(state) ?? { districts: [], appeals: [] };
    const above = allCourts().filter(
      (court) =>
        court.level === "intermediate" &&
        court.jurisdiction === "Federal Appellate" &&
        court.circuit === circuit &&
        circuit !== null &&
        court.inUse,
    );
    found.set(state, {
      districts: [...districts, id],
      appeals: [...new Set([...appeals, ...above.map((court) => court.id)])],
    });
  }
  return found;
}
