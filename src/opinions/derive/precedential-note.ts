/**
 * The rest of a sentence with the point that ends it. A point within a number (`36.2`) does not, nor does one behind
 * the abbreviation of a court or of rules that goes on (`9th Cir. R. 36-3`, `Fed. R. App. P. 32.1`, `I.O.P. 5`).
 */
const SENTENCE_REST = String.raw`(?:[^.]|(?<=\d)\.(?=\d)|(?<=\b(?:[a-z]|Cir|Ct|App|Fed|Civ|Crim|Loc|Bankr|Proc))\.(?=\s?(?:[a-z]\.|\d|\xa7|(?:Rules?|Local|App|Civ|Crim|Ct|Proc|Loc|Evid|P|R)\b)))*(?:\.|$)`;

/** A sentence that begins so, to its end. */
function sentence(beginning: string): RegExp {
  return new RegExp(String.raw`(?:^|[.\])]\s+|\*\s*)(${beginning}${SENTENCE_REST})`, "iu");
}

/**
 * The limits courts print on their own opinions. Each form takes the court's words whole, so that what is returned
 * is verbatim. `unpublished` forms also settle the publish status; the others caution without doing so. None matches
 * a positive designation (`FOR PUBLICATION`, `RECOMMENDED FOR PUBLICATION`).
 */
const FORMS: readonly { readonly form: RegExp; readonly unpublished: boolean }[] = [
  // NOT FOR PUBLICATION; [NOT FOR PUBLICATION NOT TO BE CITED AS PRECEDENT]; Not for Publication in West's Federal Reporter
  {
    form: /(?:^|[[(]|\d{4}\s+\[?)((?:opinion\s+)?NOT\s+(?:FOR|TO\s+BE|RECOMMENDED\s+FOR|CERTIFIED\s+FOR|SELECTED\s+FOR|DESIGNATED\s+FOR)\s+(?:FULL[- ]TEXT\s+)?PUBLI(?:CATION|SHED)[^.\])]{0,160}?)(?:[.\])]|$|\s+United\s+States\s+Court)/iu,
    unpublished: true,
  },
  {
    form: /^\W*((?:THIS\s+IS\s+AN?\s+)?UNPUBLISHED(?:\s+(?:OPINION|DISPOSITION|DECISION|ORDER|MEMORANDUM|PER\s+CURIAM\s+OPINION))?)\W*$/iu,
    unpublished: true,
  },
  { form: /^\W*(DO\s+NOT\s+PUBLISH[^.]{0,80})\W*$/iu, unpublished: true },
  { form: /^\W*(NON-?\s?PRECEDENTIAL(?:\s+(?:DISPOSITION|OPINION|DECISION))?[^.]{0,120})\W*$/iu, unpublished: true },
  // NOTICE: ... states unpublished opinions may be cited only in related cases.
  {
    form: /^(NOTICE:\s[^.]*(?:\d\.\d[^.]*)*\bunpublished\s+(?:opinions?|dispositions?|orders?|decisions?)\b[^.]*(?:\d\.\d[^.]*)*\.?)/iu,
    unpublished: true,
  },
  // This disposition is not appropriate for publication and is not precedent except as provided by rule.
  {
    form: sentence(
      String.raw`This\s+(?:memorandum\s+|summary\s+)?(?:opinion|disposition|order|decision|case|memorandum)\s+(?:is|has)\s+(?:not\s+(?:been\s+)?(?:appropriate|suitable|designated|selected|certified|recommended|approved)\s+for\s+(?:full[- ]text\s+)?publication|unpublished|not\s+(?:binding\s+)?preceden[tc]\w*|nonprecedential)`,
    ),
    unpublished: true,
  },
  {
    form: sentence(
      String.raw`This\s+(?:memorandum\s+|summary\s+)?(?:opinion|disposition|order|decision)\s+(?:will|shall|may|should)\s+not\s+be\s+(?:published|cited|reported|relied)`,
    ),
    unpublished: true,
  },
  // Rulings by summary order do not have precedential effect.
  {
    form: /(?:^|[.\]]\s+)((?:RULINGS|DECISIONS)\s+BY\s+SUMMARY\s+ORDER\s+DO\s+NOT\s+HAVE\s+PRECEDENTIAL\s+EFFECT\.?)/iu,
    unpublished: true,
  },
  {
    form: /^\W*(CITATION\s+(?:OF\s+THIS\s+OPINION\s+)?(?:IS\s+)?LIMITED[^.]{0,40}(?:\.\s?\w[^.]{0,30}){0,4})\W*$/iu,
    unpublished: false,
  },
  { form: /^\W*(NOT\s+(?:TO\s+BE\s+)?CITED\s+AS\s+PRECEDENT[^.]{0,80})\W*$/iu, unpublished: false },
  // NOTICE: This opinion is subject to formal revision before publication in the ...
  {
    form: sentence(
      String.raw`(?:NOTICE:\s+)?(?:This|All|These)\s+(?:slip\s+)?(?:opinions?|decisions?|orders?)(?:\s+and\s+orders?)?\s+(?:is|are)\s+(?:uncorrected\s+and\s+)?subject\s+to\s+(?:formal\s+|further\s+|typographical\s+)?(?:revision|editing|correction|change)`,
    ),
    unpublished: false,
  },
  { form: /^\W*(NOT\s+FINAL\s+UNTIL\b[^.]{0,160}\.?)\W*$/iu, unpublished: false },
  {
    form: sentence(String.raw`This\s+(?:opinion|decision|order)\s+is\s+(?:not\s+final|nonfinal|non-final)`),
    unpublished: false,
  },
  { form: /^\W*((?:NOT\s+)?CERTIFIED\s+FOR\s+PARTIAL\s+PUBLICATION)\W*$/iu, unpublished: false },
];

export type PrecedentialNote = {
  /** The court's words, several joined by ` | `; null when the opinion prints none that is known. */
  readonly note: string | null;
  /** True when one of them says that the opinion is not published. */
  readonly unpublished: boolean;
};

/** The limiting words in the given lines of an opinion (its head and its end), in their order. */
export function precedentialNote(lines: readonly string[]): PrecedentialNote {
  const found: string[] = [];
  let unpublished = false;
  for (const line of lines) {
    for (const { form, unpublished: settles } of FORMS) {
      const words = form.exec(line)?.[1]?.trim();
      if (words === undefined || found.some((known) => known.includes(words))) continue;
      found.push(words);
      unpublished ||= settles;
    }
  }
  return { note: found.length === 0 ? null : found.join(" | "), unpublished };
}
