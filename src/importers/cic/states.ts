import type { LawCollection } from "#laws/model.ts";

/** How a state numbers the parts of a section, from the outermost in; the last holds for all that are further in. */
export type Numbering = "parentheses" | "kentucky" | "virginia";

export type CicState = {
  readonly name: string;
  readonly code: string;
  /** As decisions cite it, without `Ann.`, which belongs to a publisher. */
  readonly cited: string;
  readonly numbering: Numbering;
};

/** The states of which Public.Resource.Org has made the code into HTML, by the letters of its files. */
export const CIC_STATES: Readonly<Record<string, CicState>> = {
  ar: { name: "Arkansas", code: "Arkansas Code", cited: "Ark. Code", numbering: "parentheses" },
  co: { name: "Colorado", code: "Colorado Revised Statutes", cited: "Colo. Rev. Stat.", numbering: "parentheses" },
  ga: { name: "Georgia", code: "Official Code of Georgia", cited: "Ga. Code", numbering: "parentheses" },
  id: { name: "Idaho", code: "Idaho Code", cited: "Idaho Code", numbering: "parentheses" },
  ky: { name: "Kentucky", code: "Kentucky Revised Statutes", cited: "Ky. Rev. Stat.", numbering: "kentucky" },
  ms: { name: "Mississippi", code: "Mississippi Code", cited: "Miss. Code", numbering: "parentheses" },
  nc: {
    name: "North Carolina",
    code: "North Carolina General Statutes",
    cited: "N.C. Gen. Stat.",
    numbering: "parentheses",
  },
  tn: { name: "Tennessee", code: "Tennessee Code", cited: "Tenn. Code", numbering: "parentheses" },
  va: { name: "Virginia", code: "Code of Virginia", cited: "Va. Code", numbering: "virginia" },
  wy: { name: "Wyoming", code: "Wyoming Statutes", cited: "Wyo. Stat.", numbering: "parentheses" },
};

/** Of which state's code or constitution a file is a title, by its name: `gov.wy.code.title.06.html`. */
export type CicFile = { readonly letters: string; readonly state: CicState; readonly isConstitution: boolean };

const FILE = /(?:^|\/)gov\.([a-z]{2})\.([a-z]+)\.(title|constitution)\.[\w.-]*html$/u;

export function cicFileOf(path: string): CicFile | undefined {
  const [, letters = "", , kind] = FILE.exec(path.replaceAll("\\", "/")) ?? [];
  const state = Object.hasOwn(CIC_STATES, letters) ? CIC_STATES[letters] : undefined;
  return state === undefined ? undefined : { letters, state, isConstitution: kind === "constitution" };
}

export function collectionOf(
  { letters, state, isConstitution }: CicFile,
  currentThrough: string | null,
): LawCollection {
  return {
    id: `${letters}-${isConstitution ? "const" : "code"}`,
    name: isConstitution ? `Constitution of ${state.name}` : state.code,
    type: isConstitution ? "constitution" : "statute",
    state: state.name,
    country: "US",
    publisher: "Public.Resource.Org",
    source: "cic",
    sourceUrl: null,
    currentThrough,
  };
}
