import { judgeName, mergedNames } from "./names.ts";

/** Judges a source names in a list of its own (`Aker, Gant, Leibson`); what cannot be a name is dropped. */
export function judgesFromList(list: string): string[] {
  return namesIn(list.slice(0, STATEMENT_CHARS_MAX));
}

/**
 * The judges who sat, from the head of an opinion: `Before SMITH and JONES, Circuit Judges.` A list of who concurred
 * or dissented is read by `judgesFromVotes`, which the Caselaw Access Project keeps apart.
 */
export function judgesFromHead(lines: readonly string[]): string[] {
  for (const [at, line] of lines.entries()) {
    const officeFirst = OFFICE_FIRST.exec(line);
    if (officeFirst !== null) return namesIn(officeFirst[1] ?? "");
    // A panel may run over the end of a line, or stand below the word on lines of its own.
    const panel = PANEL.exec([line, ...lines.slice(at + 1, at + 4)].join(" "));
    if (panel === null || !/^(?:argued |heard )?before\b|^panel\b|^present\b/iu.test(line)) continue;
    const names = namesIn(panel[1] ?? "");
    if (names.length > 0) return names;
  }
  return [];
}

/** `Panel consists of Justices KEYES, HIGLEY, and MASSENGALE.`: the whole line, with the office before the names. */
const OFFICE_FIRST =
  /^(?:before|panel consists of|present)\s*(?::\s*)?(?:(?:chief|presiding|senior)\s+)?(?:justices|judges)\s+(?=\S)([\p{L}\s,.'\u2019-]{3,200}?)\.?\s*$/iu;

/**
 * The judges in statements a source keeps apart from the text: `Before HULL, JORDAN, and FAY, Circuit Judges.`,
 * `Potter, C. J., and North, JJ., concurred.` A statement that names nobody (`All the Justices concur.`) gives none.
 */
export function judgesFromVotes(statements: readonly string[]): string[] {
  return mergedNames(statements.flatMap((statement) => namesInStatement(statement.replace(/JJ?\u201e/gu, "$&.,"))));
}

const PANEL_HEAD = /^\s*(?:argued |heard )?(?:before|panel\w*|present|court (?:is )?composed of)\b\s*:?\s*/iu;

function namesInStatement(raw: string): string[] {
  const statement = raw
    .slice(0, STATEMENT_CHARS_MAX)
    .replaceAll("\u201e", "")
    .replace(/^\s*(?:\[[^\]]*\]\s*|\()/u, "");
  const panel = PANEL_HEAD.exec(statement);
  if (panel !== null) return namesIn(statement.slice(panel[0].length));
  const sentences = statement.split(/(?<=\p{Ll}{3}|JJ?\.,?|\)|\p{Lu}{4})\s*[.;]\s+(?=\p{Lu})/u);
  if (!VOTE.test(statement)) return statement.length <= LIST_CHARS_MAX ? namesIn(statement) : [];
  return sentences.flatMap(namesBeforeVote);
}

/** A statement without a verb is a list of names, unless it runs on. */
const LIST_CHARS_MAX = 300;
/** No statement of who sat or voted is longer. */
const STATEMENT_CHARS_MAX = 8_000;

const OFFICES =
  "(?:(?:acting|associate|chief|circuit|district|appellate|military|administrative|presiding|senior|surrogate|bankruptcy)\\s+)*(?:judges?|justices?|members?)";
const PANEL = new RegExp(
  `^(?:argued |heard )?(?:before|panel(?: consists of)?|present)(?:\\s*:|\\s)\\s*(.{3,600}?(?:${OFFICES}|\\bC\\.\\s?J\\.|\\bP\\.\\s?J\\.|\\bJJ?\\.))(?![^.]{0,200}(?:${OFFICES}|\\bJJ?\\.))`,
  "iu",
);
const VOTE =
  /\b(?:concur(?:s|red|ring)?|agrees?|dissent(?:s|ed|ing)?|join(?:s|ed)?|participating|took|did not|delivered|filed|sitting|authored|in which)\b/iu;

function namesBeforeVote(sentence: string): string[] {
  const vote = VOTE.exec(sentence);
  return vote === null ? [] : namesIn(sentence.slice(0, vote.index));
}

const OFFICE = new RegExp(`\\b${OFFICES}\\b|,\\s*(?:(?:A|P|V|S)\\.?\\s?)?(?:C\\.?\\s?)?JJ?\\.`, "giu");

/** The names in a run of names and offices. */
function namesIn(list: string): string[] {
  const names = list
    .replace(/(?:,|(?<![\s,]))\s+(Jr|Sr|II|III|IV)\b\.?/giu, " $1")
    .replace(/\bM[rbe]\.?\s+(?=(?:Chief\s+)?Justice)/giu, "")
    .replace(OFFICE, ",")
    .split(/,|;|\band\b|&|\bwith whom\b/iu)
    .flatMap((piece) => {
      const name = judgeName(piece);
      return name === null ? [] : [name];
    });
  return mergedNames(names);
}
