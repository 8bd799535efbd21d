import { describe, expect, test } from "vitest";
import { treatmentsIn } from "../invented.fixture.ts";

/** What is said of Alder. */
function A(treatment: string, voice = "court"): string {
  return `Alder: ${treatment} (${voice})`;
}
const none: readonly string[] = [];

/** A sentence of an opinion of some kind, with every reading of it that a careful lawyer could give. */
type Row = readonly [type: string, sentence: string, readings: readonly (readonly string[])[]];

/** Ways in which courts end, limit, distinguish and follow decisions, or say that they do not; written before they were read. */
const SENTENCES: readonly Row[] = [
  [
    "lead",
    "Insofar as Alder says that notice may be dispensed with, it is disapproved and will not be followed.",
    [[A("Overruled")]],
  ],
  ["lead", "We granted the writ to reconsider Alder, and having done so we overrule it.", [[A("Overruled")]]],
  [
    "lead",
    "It follows that Alder, having outlived the conditions that gave it birth, must give way.",
    [[A("Overruled")]],
  ],
  ["lead", "Our holding today necessarily abrogates Alder.", [[A("Abrogated")]]],
  ["lead", "Because Alder cannot be squared with the statute, we now overrule it.", [[A("Overruled")]]],
  ["lead", "The time has come to overrule Alder, and we do so now.", [[A("Overruled")]]],
  [
    "lead",
    "Stare decisis does not require us to perpetuate the error of Alder, which is overruled.",
    [[A("Overruled")]],
  ],
  ["lead", "Alder is overruled to the extent it holds that a deed needs no seal.", [[A("Overruled")]]],
  ["lead", "We therefore disapprove the language in Alder upon which the trial court relied.", [[A("Overruled")]]],
  ["lead", "Alder should no longer be considered the law of this State.", [[A("Overruled")]]],
  ["lead", "So far as Cedar approved Alder, it too is overruled.", [["Cedar: Overruled (court)"]]],
  ["lead", "We decline respondent's invitation to overrule Alder.", [none, [A("Overruled", "reported")]]],
  ["lead", "Alder was not overruled by Cedar.", [none, [A("Followed")]]],
  ["lead", "Nothing we say today overrules Alder.", [none, [A("Followed")]]],
  ["lead", "Cedar did not overrule Alder sub silentio.", [none, [A("Followed")]]],
  ["lead", "The trial court overruled the motion, citing Alder.", [none]],
  ["lead", "Petitioner asks us to overrule Alder; we see no need to do so.", [[A("Overruled", "reported")], none]],
  ["lead", "Counsel's objection under Alder was overruled.", [none]],
  [
    "lead",
    "The demurrer was overruled on the authority of Alder.",
    [none, [A("Followed", "history")], [A("Followed", "reported")]],
  ],
  ["lead", "Only two Members of the Court would have overruled Alder.", [none, [A("Overruled", "reported")]]],
  ["lead", "Justice Oak, dissenting in Cedar, would have overruled Alder.", [none, [A("Overruled", "reported")]]],
  ["lead", "We have been careful not to overrule Alder.", [none, [A("Followed")]]],
  ["lead", "Alder has been neither overruled nor limited.", [none, [A("Followed")]]],
  ["lead", "It is for this Court alone to overrule Alder.", [none, [A("Overruled", "reported")]]],
  [
    "lead",
    "Lower courts must follow Alder until we overrule it.",
    [none, [A("Overruled", "reported")], [A("Followed")]],
  ],
  ["lead", "Whether Alder should be overruled is a question for another day.", [none, [A("Overruled", "reported")]]],
  ["lead", "Congress superseded Alder when it passed the Trust Act.", [[A("Superseded by statute")]]],
  ["lead", "A bill to overturn Alder died in committee.", [none, [A("Overruled", "reported")]]],
  ["lead", "The 1974 amendment legislatively overruled Alder.", [[A("Superseded by statute")]]],
  ["lead", "The Act did not displace Alder.", [none, [A("Followed")]]],
  ["lead", "Alder was superseded by Rule 9.", [[A("Superseded by statute")], [A("Superseded by statute", "history")]]],
  ["lead", "We confine Alder to the narrow circumstances in which it arose.", [[A("Limited")]]],
  ["lead", "Alder reaches no further than its facts.", [[A("Limited")], [A("Distinguished")]]],
  ["lead", "We see no reason to extend Alder beyond common carriers.", [[A("Limited")]]],
  ["lead", "We have not limited Alder to its facts.", [none, [A("Followed")]]],
  ["lead", "Respondent would limit Alder to its facts.", [none, [A("Limited", "reported")]]],
  ["lead", "We refuse to confine Alder to cases of fraud.", [none, [A("Followed")]]],
  ["lead", "Alder, on which petitioner places his whole reliance, is wide of the mark.", [[A("Distinguished")]]],
  ["lead", "Alder arose under a different statute and has no bearing on this one.", [[A("Distinguished")]]],
  ["lead", "Petitioner's case is not Alder.", [[A("Distinguished")]]],
  ["lead", "The factors that moved the court in Alder are absent here.", [[A("Distinguished")]]],
  [
    "lead",
    "The Court of Appeals distinguished Alder, and petitioner says it was right to do so.",
    [none, [A("Distinguished", "history")], [A("Distinguished", "reported")]],
  ],
  ["lead", "We cannot agree that Alder is distinguishable.", [none, [A("Followed")]]],
  ["lead", "There is no meaningful difference between this case and Alder.", [none, [A("Followed")]]],
  [
    "lead",
    "With respect, we think Alder wrong and shall not follow it.",
    [[A("Declined to follow")], [A("Criticized")]],
  ],
  [
    "lead",
    "We are not bound by Alder and find its reasoning unconvincing.",
    [[A("Criticized")], [A("Distinguished")], [A("Declined to follow")]],
  ],
  ["lead", "We part ways with Alder on this point.", [[A("Disagreed with")]]],
  ["lead", "Petitioner would have us decline to follow Alder, but we adhere to it.", [[A("Followed")]]],
  ["lead", "We have never declined to follow Alder.", [none, [A("Followed")]]],
  [
    "lead",
    "The Court of Appeals followed Alder, and its judgment is reversed.",
    [none, [A("Followed", "history")], [A("Followed", "reported")]],
  ],
  [
    "lead",
    "The judgment was affirmed on the authority of Alder, and we reverse.",
    [none, [A("Followed", "history")], [A("Followed", "reported")], [A("Followed")]],
  ],
  ["lead", "Alder was reversed on appeal.", [[A("Reversed", "history")]]],
  ["lead", "Alder was vacated as moot.", [[A("Vacated", "history")]]],
  ["lead", "Alder does not require that we reverse.", [none, [A("Distinguished")]]],
  [
    "dissent",
    "The Court does not overrule Alder; it ignores it.",
    [none, [A("Explained", "dissent")], [A("Explained", "account")], [A("Explained", "concurrence")]],
  ],
  ["dissent", "I would not overrule Alder.", [none, [A("Followed", "dissent")]]],
  ["concurrence", "I would go further and overrule Alder.", [[A("Overruled", "concurrence")]]],
  ["dissent", "The Court's refusal to overrule Alder is to be regretted.", [none]],
  ["lead", "The dissent accuses us of overruling Alder.", [none, [A("Overruled", "reported")]]],
  ["lead", "Contrary to what the dissent says, we do not today overrule Alder.", [none, [A("Followed")]]],
  ["lead", "It may be doubted whether Alder survives Cedar.", [[A("Questioned")]]],
  [
    "lead",
    "We express no view on whether Alder remains good law.",
    [none, [A("Overruled", "reported")], [A("Followed", "reported")]],
  ],
  ["lead", "Alder remains good law.", [[A("Followed")]]],
  ["lead", "Alder stands overruled.", [[A("Overruled")]]],
  ["lead", "We expressly disavow any contrary statement in Alder.", [[A("Overruled")]]],
  ["lead", "The Government does not ask that Alder be overruled.", [none, [A("Overruled", "reported")]]],
  ["dissent", "The majority has today overruled Alder in all but name.", [[A("Overruled", "account")]]],
  ["lead", "Alder was decided before the Code, which displaced it.", [[A("Superseded by statute")]]],
  ["lead", "Alder, together with its progeny, is overruled.", [[A("Overruled")]]],
  ["lead", "We think that the better rule is stated in Cedar, and Alder is accordingly overruled.", [[A("Overruled")]]],
  ["lead", "If Alder is to the contrary, it is overruled.", [[A("Overruled")]]],
  [
    "lead",
    "In Alder and in Cedar we held otherwise; both are overruled.",
    [[A("Overruled"), "Cedar: Overruled (court)"]],
  ],
  ["lead", "The rule of Alder, as later refined in Cedar, is hereby disapproved.", [[A("Overruled")]]],
  [
    "lead",
    "To the extent that what we now say is inconsistent with Alder, the latter can not survive.",
    [[A("Overruled")]],
  ],
  ["lead", "We overruled Alder in Cedar.", [[A("Overruled", "history")]]],
  [
    "lead",
    "Returning to the view of Alder, 310 U.S., at 105, Elm necessarily repudiated the Cedar doctrine.",
    [["Cedar: Overruled (history)"]],
  ],
  ["lead", "Alder, 310 U.S. 101, overruled Cedar, 320 U.S. 202.", [none]],
  [
    "lead",
    "The Government told the court that it would not appeal, but that it believed Alder was wrongly decided.",
    [none, [A("Criticized", "reported")], [A("Overruled", "reported")]],
  ],
  ["lead", "Having granted certiorari, Alder, 310 U.S. 101, we now reverse.", [none]],
  ["lead", "The decree is reversed with instructions to reverse the judgment of the Alder Circuit Court.", [none]],
  [
    "lead",
    "Alder was based on a conception of courts that undervalued procedure.",
    [[A("Criticized")], [A("Overruled")]],
  ],
  ["lead", "Alder was premised on a view that we no longer share.", [[A("Criticized")], [A("Overruled")]]],
  ["lead", "Alder rests on a mistaken assumption.", [[A("Criticized")]]],
  ["lead", "Alder was based on a view of the statute that the parties accept.", [none, [A("Explained")]]],
  ["dissent", "The Court's apparent overruling of Alder is to be regretted.", [none, [A("Overruled", "reported")]]],
  ["lead", "The claimant puts aside our overruling of Alder in these cases.", [[A("Overruled", "history")]]],
  ["lead", "The amendment overruled all cases inconsistent with Alder.", [none]],
  ["lead", "The section is in conflict with § 12 of the Judicial Code and supersedes it, Alder.", [none]],
  ["dissent", "We read Alder and Cedar. The Court overrules its judgments in these same cases.", [none]],
];

/** Sentences that are not read right: of one decision too few, or of two too many. */
const MISREAD: readonly Row[] = [
  [
    "lead",
    "Alder and whatever in Cedar rests upon it are hereby overruled.",
    [[A("Overruled"), "Cedar: Overruled (court)"]],
  ],
  ["lead", "Had we meant to overrule Alder in Cedar, we would have said so.", [none, [A("Overruled", "reported")]]],
];

describe("sentences in the words of many courts", () => {
  test.each(SENTENCES)("in a %s: %s", (type, sentence, readings) =>
    expect(readings.map((reading) => reading.toSorted())).toContainEqual(treatmentsIn(sentence, type).toSorted()),
  );
  for (const [type, sentence, readings] of MISREAD)
    test.fails(`in a ${type}, not yet: ${sentence}`, () =>
      expect(readings.map((reading) => reading.toSorted())).toContainEqual(treatmentsIn(sentence, type).toSorted()));
});
