import { describe, expect, test } from "vitest";
import { severityOf } from "../model.ts";
import { readInvented } from "../invented.fixture.ts";

/** Which of the three decisions that the sentences speak of the court itself warns of. */
function warnedOf(sentences: string): string[] {
  const cited =
    "It was said in Alder v. Birch, 310 U.S. 101 (1940), in Cedar v. Dogwood, 320 U.S. 202 (1943), and in Elm v. Fir, 330 U.S. 303 (1947).\n\n";
  return readInvented(cited + sentences).flatMap(({ name, treatment, authoritative }) =>
    authoritative && severityOf(treatment) === "Caution" ? [name?.split(" ")[0] ?? ""] : [],
  );
}

/** Words that warn of a decision elsewhere, and do not here. */
const NO_WARNING: readonly string[] = [
  "Even assuming that Alder was wrongly decided, the error was harmless.",
  "We fail to see how Alder is distinguishable.",
  "Alder was based on the erroneous advice that counsel gave the defendant.",
  "In neither Alder nor Cedar did the court look to the statute.",
  "The panel followed neither Alder nor the rules.",
  "It is rather faintly suggested that we should not follow Alder. We adhere to Alder.",
  "States are free to adopt standards that are more elaborate than the Alder formulation.",
  "The tax is even more burdensome than the one held invalid in Alder.",
  "We are not persuaded that the omission of the witness fell outside Alder.",
  "Irrespective of this qualifying language, Alder's holding remains.",
  "Cf. Alder (refusing relief where the plaintiff had not established a likelihood of success).",
  "But see Cedar v. Dogwood, 320 U.S. 202 (1943) (declining to follow Alder).",
  "We rejected this reasoning in Alder, and it has no greater application here.",
  "See also Cedar (distinguishing between the two provisions at issue in Alder).",
  "If it rests on that premise, it would be more difficult to distinguish Alder.",
  "Although we did not address the same question in Alder, we said as much.",
  "There is little doubt that the rule is reasonable under Alder.",
  "Rowan suggests that Alder and Cedar are inapposite.",
  "Spruce points to the statute. It argues that, unlike Alder, this rule is optional.",
  "The Court of Appeals agreed with the trial court. It held that Alder was therefore not conclusive.",
  "In qualifying its holding in Alder, the court recognized another duty.",
  "Discarding Alder and declaring a new right, the Court concluded, would remove the tension.",
  "Under Alder, it is of no moment that the condition arose later.",
  "While we disagree with the district court on the Alder issue, we affirm.",
  "The Superior Court of Franklin chose not to follow Alder.",
  "The lien was not perfected within the meaning of Alder.",
  "Nothing was done pursuant to a charge. Alder was not pending.",
  "See Alder. The plan also asked that it be modified.",
  "The parties signed under Alder without intending to abide by it.",
  "Other courts have extended the standard beyond those claims for benefits under Alder.",
  "Were we to limit Alder to its facts, the widow would have no action.",
  "We emphasized in Alder, however, that our decision was limited to that issue.",
  "A counterclaim lies not only as in Alder but also here.",
  "Plaintiffs also note that Alder did not arise in this circuit.",
  "See Cedar, if the burden is likely not overcome (citing Alder).",
  "Because the objection was without merit, Alder could not demonstrate an error.",
  "We read Alder. But a purpose of that doctrine is not relevant here.",
  "In Alder, the court stated the principle limiting presumptions in these terms.",
  "Alder told those men that they were wrong.",
  "Neither of the claims involved Alder, a former officer.",
  "We read Alder. Not only the concurrence rejects that view.",
  "The court concluded\n\nthat Alder was inapplicable.",
  "We follow Alder. We emphasize that our holding is limited to the unique circumstances presented here.",
  "A divided panel ruled that Alder did not require abstention.",
  "That court further pointed out, in a footnote, that Alder and Cedar were distinguishable on their facts.",
  "The premises that underlay Alder were wrong.",
  "The case is controlled by Alder and not by the other view, which never commanded a majority.",
];

/** Words by which courts set a case apart from a decision, or a decision at a distance. */
const WARNING: readonly string[] = [
  "Alder is founded on an erroneous interpretation of the statute.",
  "Alder says nothing of it, and Cedar is of no help.",
  "Reliance by the court below on Alder was misplaced.",
  "We disagree with the court in Alder.",
  "We are not bound by Alder.",
  "This case is not governed by Alder.",
  "This case falls outside Alder.",
  "Alder, Rowan's only authority, is inapposite.",
  "Rowan's reliance on Alder is misplaced.",
  "We decline to extend the rule of Alder to this case.",
  "Neither Alder nor Cedar supports the claim.",
  "This case is more like Elm than Alder.",
  "The present case differs from that of Alder.",
  "This statute is different from those at issue in Alder.",
  "Nothing in Alder is to the contrary.",
  "We are told that the case cited by Rowan held otherwise, but Alder is distinguishable.",
  "The rule was stated in Alder and in Cedar. The cases are inapposite.",
  "See Alder; Cedar. These third-party cases are not on point.",
  "We find misplaced the court's reliance upon Alder.",
  "We find the court's reliance on Alder to part hiring from dismissal unavailing.",
  "Also distinguishable is Alder.",
  "Unlike the regulatory scheme at issue in Alder, the section commands nothing.",
  "Alder's narrow holding is inapposite.",
  "The court did not hold in Alder that notice is needed.",
  "Alder, cited by the defendant, lends no support to the judgment.",
  "Alder, 310 U.S. 101, cited by the defendant in error lends no support to the judgment.",
  "While the decision in Alder has not been overruled, its authority must be regarded as seriously shaken.",
  "We are not persuaded by Alder.",
];

describe("what warns of a decision", () => {
  test.each(NO_WARNING)("not: %s", (sentences) => expect(warnedOf(sentences)).toEqual([]));
  test.each(WARNING)("%s", (sentences) => expect(warnedOf(sentences)).not.toEqual([]));
});
