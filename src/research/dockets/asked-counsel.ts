import { contentStems } from "#text/word-stems.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { wordsOf } from "./motion-lines.ts";

const COUNSEL = /\b(?:counsel|attorneys?|lawyers?|law firms?)\b|\brepresent(?:s|ed|ing)?\b/iu;
const WHO = /\b(?:who|whom|which|list|name|names|what)\b/iu;
/** Asks what counsel did, or which of them left. */
const ELSEWHERE =
  /\b(?:fees?|withdr[ae]w\w*|disqualif\w*|appoint\w*|substitut\w*|replac\w*|admitted|pro hac|argu\w*|fil(?:e|ed|es|ing)|sign\w*|why|when|first|after|before|took over|motion|appear\w*)\b/iu;
const ASKING: ReadonlySet<string> = contentStems(
  "counsel attorney lawyer law firm represent represented representing represents record lead who whom which list name case party court action suit appeal matter side",
);
const SIDES: ReadonlySet<string> = contentStems(
  "plaintiff defendant petitioner respondent appellant appellee debtor intervenor movant claimant",
);
const PARTIES_MAX = 12;

/** How it is said that a party's counsel is not known. */
export const NO_COUNSEL = "No counsel is listed for";

/** Whether an entry tells of counsel for one of these parties. */
function appearsFor(words: string, parties: DocketView["docket"]["parties"]): boolean {
  if (!/\b(?:appearance|counsel|attorney (?:for|appearing))\b/iu.test(words)) return false;
  const said = words.toLowerCase();
  return parties.some(({ name, type }) => {
    const kind = type.toLowerCase();
    return words.includes(name) || [`for ${kind}`, `for the ${kind}`].some((whom) => said.includes(whom));
  });
}

/** Who represents whom, by the list of parties; undefined where something else is asked, or the list does not say it. */
export function counselAsked(
  part: string,
  { docket: { parties } }: DocketView,
  entries: readonly EntryWithDocuments[],
): readonly string[] | undefined {
  if (!COUNSEL.test(part) || !WHO.test(part) || ELSEWHERE.test(part)) return undefined;
  const named = [...contentStems(part.replace(/['’]s\b/giu, ""))].filter((stem) => !ASKING.has(stem));
  const meant = parties.filter(({ name, type }) => {
    const own = contentStems(`${name} ${type}`);
    return named.every((stem) => own.has(stem));
  });
  const [side] = named;
  if (parties.length > 0 && meant.length === 0 && named.length === 1 && side !== undefined && SIDES.has(side))
    return [`No party of the case is listed as such; the parties are ${partiesTold(parties)}.`];
  const told = meant.slice(0, PARTIES_MAX);
  const isTold = entries.some((entry) => appearsFor(wordsOf(entry), told));
  if (told.every(({ attorneys }) => attorneys.length === 0))
    return told.length === 0 || isTold ? undefined : [`${NO_COUNSEL} ${partiesTold(told)}.`];
  const sentences = told.map(({ name, type, attorneys }) => {
    const who = `${name} (${type})`;
    if (attorneys.length === 0) return `No counsel is listed for ${who}.`;
    const lawyers = attorneys.map((one) =>
      one.roles.length === 0 ? one.name : `${one.name} (${one.roles.join(", ")})`,
    );
    return `Counsel for ${who}: ${lawyers.join("; ")}.`;
  });
  return meant.length === told.length
    ? sentences
    : [...sentences, `${meant.length - told.length} other parties are listed.`];
}

function partiesTold(parties: DocketView["docket"]["parties"]): string {
  const told = parties.slice(0, PARTIES_MAX).map(({ name, type }) => `${name} (${type})`);
  return `${told.join("; ")}${parties.length > told.length ? `; and ${parties.length - told.length} more` : ""}`;
}
