import { afterPreposition } from "#citator/reading/verb-tail.ts";
import { statesIn } from "#courts/places.ts";
import { readDecided } from "#citations/decided.ts";
import { referencesTo } from "#dockets/document-types/entry-references.ts";
import { titleInSubject } from "#dockets/pages/notice/title-in-subject.ts";
import { withoutLogin } from "#dockets/pages/without-login.ts";
import { bareRulingOn } from "#research/dockets/decided.ts";
import type { MotionSheet } from "#research/dockets/decided.ts";
import type { EntryWithDocuments } from "#research/dockets/model.ts";
import { readCaption } from "#search/query/caption.ts";
import { rulesIn } from "#search/query/equivalents/rules.ts";

function entry(ordinal: number, description: string): EntryWithDocuments {
  return { ordinal, description, documents: [], dateFiled: "2020-01-02" } as unknown as EntryWithDocuments;
}

/** Calls whatever makes a regular expression when it is called and not when its module loads. */
export function exerciseBuilders(): void {
  afterPreposition(" it in the", "in|by");
  readDecided("decided March 2, 2001");
  readDecided("argued '03, no month 1999-");
  referencesTo("ORDER granting 12 Motion", "12");
  titleInSubject("Activity in Case 1:20-cv-00012 Elm v. Fir Order", "1:20-cv-00012", "Elm v. Fir");
  withoutLogin("PACER Login: </th><td>elmandfir:1</td>");
  readCaption("Elm V. Fir");
  rulesIn("Fed. R. Civ. P. 12");
  statesIn("Ohio");
  const motion = entry(1, "MOTION to Compel by Elm");
  const sheet = {
    entries: [motion],
    bare: [{ entry: entry(2, "Motion granted."), ruling: { called: "motion", of: null, words: "" } }],
    namesOf: () => [],
  } as unknown as MotionSheet;
  bareRulingOn(motion, sheet, false);
}
