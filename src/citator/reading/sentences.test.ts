import { describe, expect, test } from "vitest";
import { treatmentsIn } from "../invented.fixture.ts";

type Rows = readonly (readonly [sentences: string, ...treatments: string[]])[];

const OVERRULED: Rows = [
  ["We overrule Alder.", "Alder: Overruled (court)"],
  ["We now overrule Alder and Cedar.", "Alder: Overruled (court)", "Cedar: Overruled (court)"],
  ["Alder is overruled.", "Alder: Overruled (court)"],
  ["Alder is hereby overruled.", "Alder: Overruled (court)"],
  ["We overrule the rule of liability announced in Alder.", "Alder: Overruled (court)"],
  ["Assuming jurisdiction, we overrule Alder.", "Alder: Overruled (court)"],
  ["Alder must be, and it is, overruled.", "Alder: Overruled (court)"],
  [
    "Appellant relies on Alder. The opinion in that case must be disapproved so far as it is in conflict with ours.",
    "Alder: Overruled (court)",
  ],
  ["Alder and Cedar are expressly overruled.", "Alder: Overruled (court)", "Cedar: Overruled (court)"],
  ["For these reasons we conclude that Alder should be overruled.", "Alder: Overruled (court)"],
  ["Accordingly, the decision in Alder is overruled.", "Alder: Overruled (court)"],
  ["To the extent that it conflicts with this opinion, Alder is disapproved.", "Alder: Overruled (court)"],
  ["To that extent Alder is overruled.", "Alder: Overruled (court)"],
  ["In that respect the decision in Alder must be considered as overruled.", "Alder: Overruled (court)"],
  ["We disapprove Alder to the extent that it is inconsistent with our holding today.", "Alder: Overruled (court)"],
  ["In overruling Alder we do no more than recognize what time has done.", "Alder: Overruled (court)"],
  ["Alder is no longer good law.", "Alder: Overruled (court)"],
  ["Alder can no longer be regarded as controlling.", "Alder: Overruled (court)"],
  ["Alder must no longer be followed.", "Alder: Overruled (court)"],
  ["We can no longer adhere to the doctrine of Alder.", "Alder: Overruled (court)"],
  ["We reject the holding of Alder.", "Alder: Declined to follow (court)"],
  ["We therefore reject the Alder rule.", "Alder: Declined to follow (court)"],
  ["Alder was wrongly decided, and it is overruled.", "Alder: Overruled (court)"],
  ["Alder is not to be regarded as controlling.", "Alder: Overruled (court)"],
  ["Alder must be considered as overruled.", "Alder: Overruled (court)"],
  [
    "Alder, which must therefore be considered as overruled, was decided by a divided court.",
    "Alder: Overruled (court)",
  ],
  ["These considerations compel us to overrule Alder.", "Alder: Overruled (court)"],
  ["The reasoning of Alder, not yet abandoned by any court, we repudiate now.", "Alder: Overruled (court)"],
  ["Alder may stand no longer.", "Alder: Overruled (court)"],
  ["Alder cannot stand.", "Alder: Overruled (court)"],
  ["We return to Alder. We overrule that decision.", "Alder: Overruled (court)"],
  ["We have read Alder again. It is overruled.", "Alder: Overruled (court)"],
  [
    "The question was answered in Alder and again in Cedar. Those cases are overruled.",
    "Alder: Overruled (court)",
    "Cedar: Overruled (court)",
  ],
  ["We conclude that Alder was wrongly decided and overrule it.", "Alder: Overruled (court)"],
  ["We think Alder was incorrectly decided and should be overruled.", "Alder: Overruled (court)"],
  ["We hold that Alder is not controlling and must be overruled.", "Alder: Overruled (court)"],
  ["Anything to the contrary in Alder is hereby overruled.", "Alder: Overruled (court)"],
  ["Any language to the contrary in Alder is disapproved.", "Alder: Overruled (court)"],
  ["Alder, so far as it holds the contrary, is overruled.", "Alder: Overruled (court)"],
  ["The case of Alder, so far as it is in conflict with this opinion, is overruled.", "Alder: Overruled (court)"],
  ["Our decision in Alder to the contrary is overruled.", "Alder: Overruled (court)"],
  ["Alder and like cases must be regarded as overruled.", "Alder: Overruled (court)"],
  ["We abandon the rule of Alder.", "Alder: Declined to follow (court)"],
  ["We do not hesitate to overrule Alder.", "Alder: Overruled (court)"],
  ["We have no hesitation in overruling Alder.", "Alder: Overruled (court)"],
  ["We take this opportunity to overrule Alder.", "Alder: Overruled (court)"],
  ["Our decision today, overruling Alder, changes the law.", "Alder: Overruled (court)"],
  ["We follow Alder. We adhere to Alder. Accordingly Alder is overruled.", "Alder: Overruled (court)"],
  ["The contrary decisions in Alder and Cedar are overruled.", "Alder: Overruled (court)", "Cedar: Overruled (court)"],
];

const NOT_OVERRULED: Rows = [
  ["We do not overrule Alder."],
  ["We decline to overrule Alder."],
  ["We see no reason to overrule Alder."],
  ["It is unnecessary to overrule Alder."],
  ["We are unwilling to overrule Alder."],
  ["Alder is not overruled."],
  ["We do not think there is justification for overruling Alder."],
  ["The court below rejected his Alder claims."],
  ["Alder has never been overruled."],
  ["We need not decide whether Alder should be overruled.", "Alder: Overruled (reported)"],
  ["If Alder is overruled, the judgment falls.", "Alder: Overruled (reported)"],
  ["Petitioner asks us to overrule Alder.", "Alder: Overruled (reported)"],
  ["Respondents contend that Alder is overruled.", "Alder: Overruled (reported)"],
  ["The Government argues that we should overrule Alder.", "Alder: Overruled (reported)"],
  ["The Court of Appeals held that Alder is no longer good law.", "Alder: Overruled (reported)"],
  ["The District Court said: “Alder is overruled.”", "Alder: Overruled (reported)"],
  ["It would be going far to overrule Alder.", "Alder: Overruled (reported)"],
  ["The State would have us overrule Alder.", "Alder: Overruled (reported)"],
  ["Alder is cited on the next page, where another matter is overruled."],
  ["The objection was overruled. See Alder."],
  ["The motion in Alder was made late."],
  ["The act in controversy cannot stand in view of the provisions applied in Alder."],
  ["Under Alder, his conviction cannot stand."],
  ["If the search goes beyond what is necessary, it is no longer valid under Alder."],
  ["We overrule all exceptions, and under Alder remand the case."],
  ["In a superseding indictment, Alder was charged."],
  ["Congress abrogated the immunity recognized in Alder."],
  ["What we are asked to do is, in effect, to overrule the doctrine in Alder.", "Alder: Overruled (reported)"],
  ["Apex urges us to reaffirm the rule and overrule Alder.", "Alder: Overruled (reported)"],
  ["We also reject the narrower suggestion that we overrule Alder.", "Alder: Overruled (reported)"],
  ["It is little more than a proposal that we overrule Alder.", "Alder: Overruled (reported)"],
  ["We refrained then from overruling Alder.", "Alder: Overruled (reported)"],
  ["There was good reason for the necessity of overruling Alder.", "Alder: Overruled (reported)"],
  [
    "The uniformity concerns that prompted us to overrule Alder were of a different order.",
    "Alder: Overruled (reported)",
  ],
  ["Weekes argues that Alder is no longer good law.", "Alder: Overruled (reported)"],
  [
    "We do not accept the supposition that Alder no longer represents a valid interpretation.",
    "Alder: Overruled (reported)",
  ],
  ["Congress intended to overturn Alder.", "Alder: Overruled (reported)"],
  ["Congress did not intend the section to overrule Alder.", "Alder: Overruled (reported)"],
  ["Congress had not moved to overturn Alder.", "Alder: Overruled (reported)"],
  ["Congress twice attempted to overrule Alder.", "Alder: Overruled (reported)"],
];

const TOLD: Rows = [
  ["Alder was overruled by Cedar.", "Alder: Overruled (history)"],
  ["Alder, overruled by Cedar, is of historical interest.", "Alder: Overruled (history)"],
  ["Alder was overruled on other grounds by Cedar.", "Alder: Overruled (history)"],
  ["Cedar overruled Alder.", "Alder: Overruled (history)"],
  ["See Cedar (overruling Alder).", "Alder: Overruled (history)"],
  ["Alder was overruled in Cedar.", "Alder: Overruled (history)"],
  ["We later overruled Alder.", "Alder: Overruled (history)"],
  ["Alder was abrogated by Cedar.", "Alder: Abrogated (history)"],
  ["Cedar reversed Alder.", "Alder: Reversed (history)"],
  ["Alder, reversed on other grounds by Cedar, stated it first.", "Alder: Reversed (history)"],
  ["Alder was vacated by Cedar.", "Alder: Vacated (history)"],
  ["Alder, affirmed by Cedar, stated it first.", "Alder: Affirmed (history)"],
  ["Alder has been overruled.", "Alder: Overruled (history)"],
  ["In the Cedar case, the Court in overruling Alder imposed a rule of its own.", "Alder: Overruled (history)"],
  ["The Court, overruling Alder, held that cities are persons.", "Alder: Overruled (history)"],
  ["Alder was in effect overruled by Cedar.", "Alder: Overruled (history)"],
];

const OTHER_NEGATIVE: Rows = [
  ["Alder was superseded by statute.", "Alder: Superseded by statute (court)"],
  ["Alder has been superseded by the Act of 1954.", "Alder: Superseded by statute (court)"],
  ["Congress overturned Alder.", "Alder: Superseded by statute (court)"],
  ["The legislature has since abrogated the rule of Alder.", "Alder: Superseded by statute (court)"],
  ["We abrogate Alder.", "Alder: Abrogated (court)"],
  ["Alder is abrogated.", "Alder: Abrogated (court)"],
  ["We do not abrogate Alder."],
  ["Congress amended the Act to abrogate Alder.", "Alder: Superseded by statute (court)"],
  ["The amendment was intended to overturn Alder.", "Alder: Superseded by statute (court)"],
  ["The rule of Alder was abolished by the Act.", "Alder: Superseded by statute (court)"],
];

const CAUTION: Rows = [
  ["Alder was wrongly decided.", "Alder: Criticized (court)"],
  ["Alder is unsound.", "Alder: Criticized (court)"],
  ["Alder has been criticized by every writer on the subject.", "Alder: Criticized (history)"],
  ["Alder was not wrongly decided."],
  ["Petitioner says that Alder was wrongly decided.", "Alder: Criticized (reported)"],
  ["We question the soundness of Alder.", "Alder: Questioned (court)"],
  ["Alder is of doubtful authority.", "Alder: Questioned (court)"],
  ["Cedar casts doubt on Alder.", "Alder: Questioned (court)"],
  ["Alder has been called into question.", "Alder: Questioned (court)"],
  ["We do not question Alder."],
  ["We limit Alder to its facts.", "Alder: Limited (court)"],
  ["Alder must be confined to its facts.", "Alder: Limited (court)"],
  ["We decline to extend Alder.", "Alder: Limited (court)"],
  ["We refuse to extend the reasoning of Alder to this statute.", "Alder: Limited (court)"],
  ["Alder is limited to cases of fraud.", "Alder: Limited (court)"],
  ["Alder is not limited to cases of fraud."],
  ["We decline to follow Alder.", "Alder: Declined to follow (court)"],
  ["We will not follow Alder.", "Alder: Declined to follow (court)"],
  ["We do not adopt the rule of Alder.", "Alder: Declined to follow (court)"],
  ["We disagree with Alder.", "Alder: Disagreed with (court)"],
  ["We part company with the court in Alder.", "Alder: Disagreed with (court)"],
  ["The underpinnings of Alder have been eroded by later decisions.", "Alder: Questioned (court)"],
  ["Alder has not survived unscathed.", "Alder: Questioned (court)"],
  ["Alder has lost its vitality.", "Alder: Questioned (court)"],
  ["Alder's continuing vitality is doubtful.", "Alder: Questioned (court)"],
  ["The soundness of Alder is open to doubt.", "Alder: Questioned (court)"],
  ["We find Alder unpersuasive.", "Alder: Criticized (court)"],
  ["We consider Alder wrongly decided.", "Alder: Criticized (court)"],
  ["Iraq contended that Alder was wrongly decided.", "Alder: Criticized (reported)"],
  ["We decline the invitation to extend Alder.", "Alder: Limited (court)"],
  ["We depart from Alder.", "Alder: Declined to follow (court)"],
  ["We are unable to follow Alder.", "Alder: Declined to follow (court)"],
  ["We decline to be bound by Alder.", "Alder: Declined to follow (court)"],
  ["We are not persuaded by Alder.", "Alder: Disagreed with (court)"],
  ["Our conclusion is contrary to Alder.", "Alder: Disagreed with (court)"],
  ["The judgment below is contrary to Alder."],
];

const DISTINGUISHED: Rows = [
  ["Alder is distinguishable.", "Alder: Distinguished (court)"],
  ["We distinguish Alder on this ground.", "Alder: Distinguished (court)"],
  ["Alder is inapposite.", "Alder: Distinguished (court)"],
  ["Alder is not in point.", "Alder: Distinguished (court)"],
  ["Unlike Alder, this case turns on a statute.", "Alder: Distinguished (court)"],
  ["In contrast to Alder, notice was given here.", "Alder: Distinguished (court)"],
  ["His reliance on Alder is misplaced.", "Alder: Distinguished (court)"],
  ["Alder does not control.", "Alder: Distinguished (court)"],
  ["Alder did not involve a statute.", "Alder: Distinguished (court)"],
  ["Nothing in Alder suggests otherwise.", "Alder: Distinguished (court)"],
  ["This is not a case like Alder, where the deed was lost.", "Alder: Distinguished (court)"],
  ["The facts here are different from those in Alder.", "Alder: Distinguished (court)"],
  ["There is no ground on which to distinguish Alder."],
  ["We cannot distinguish Alder."],
  ["There are no supportable grounds upon which to distinguish Alder."],
  ["In another case the court expressly distinguished Alder.", "Alder: Distinguished (history)"],
  ["They maintain, however, that Alder is distinguishable.", "Alder: Distinguished (reported)"],
  ["We find Alder inapposite.", "Alder: Distinguished (court)"],
  ["We do not regard Alder as controlling.", "Alder: Distinguished (court)"],
  ["We do not agree that Alder controls.", "Alder: Distinguished (court)"],
  ["We disagree that Alder controls.", "Alder: Distinguished (court)"],
  ["Alder does not demand that result.", "Alder: Distinguished (court)"],
  ["Alder has no application here.", "Alder: Distinguished (court)"],
  ["Alder lends no support to petitioner.", "Alder: Distinguished (court)"],
  ["Alder stands for no such proposition.", "Alder: Distinguished (court)"],
  ["Alder does not stand for that proposition.", "Alder: Distinguished (court)"],
  ["Alder is no authority for that proposition.", "Alder: Distinguished (court)"],
  ["The principle of Alder does not extend to wills.", "Alder: Distinguished (court)"],
  ["This case is more analogous to Cedar than to Alder.", "Alder: Distinguished (court)"],
  ["There is a vital distinction between this case and Alder.", "Alder: Distinguished (court)"],
  ["This is not Alder.", "Alder: Distinguished (court)"],
  ["Appellant errs in relying on Alder.", "Alder: Distinguished (court)"],
  ["The question was not presented in Alder.", "Alder: Distinguished (court)"],
  ["Alder may be distinguished.", "Alder: Distinguished (court)"],
  [
    "We turn to Alder and Cedar. Neither is applicable.",
    "Alder: Distinguished (court)",
    "Cedar: Distinguished (court)",
  ],
  [
    "We turn to Alder and Cedar. Neither case is in point.",
    "Alder: Distinguished (court)",
    "Cedar: Distinguished (court)",
  ],
];

const SAID_ELSEWHERE: Rows = [
  [
    "The Court of Special Appeals affirmed, ruling that Alder does not apply to passengers.",
    "Alder: Followed (reported)",
  ],
  ["Our decision in Cedar clarified that Alder did not establish rigid requirements.", "Alder: Followed (reported)"],
  [
    "The Court distinguished Cedar on the ground that acquittal in Alder did not resolve the issues.",
    "Alder: Followed (reported)",
    "Cedar: Distinguished (history)",
  ],
  [
    "The dissent's construction would require that the Court conclude that Alder does not apply.",
    "Alder: Followed (reported)",
  ],
  ["Apex attempts to bring this case outside Alder by an assertion of its own.", "Alder: Distinguished (reported)"],
  ["Were Alder to be overruled, nothing would be settled.", "Alder: Overruled (reported)"],
  ["Had Alder been overruled, the result would differ.", "Alder: Overruled (reported)"],
  ["Supposing Alder to be overruled by the statute, the plaintiff loses.", "Alder: Overruled (reported)"],
  ["We read Alder and Cedar. This contention finds no support in our precedents."],
  ["We read Alder and Cedar. Our precedents do not require the State to set a lower standard."],
  ["We read Alder. We have neither authority nor disposition to question the motives of Congress."],
  ["We read Alder and Cedar. Neither of these cases has ever been overruled."],
  ["We cannot accept pleas for the deference described in Alder."],
  ["The States abandoned capital punishment after Alder."],
  ["We have overruled our precedents when later cases undermined them, but not Alder."],
];

const POSITIVE: Rows = [
  ["We follow Alder.", "Alder: Followed (court)"],
  ["We adhere to Alder.", "Alder: Followed (court)"],
  ["We reaffirm Alder today.", "Alder: Followed (court)"],
  ["Alder controls this case.", "Alder: Followed (court)"],
  ["Alder squarely governs.", "Alder: Followed (court)"],
  ["Alder is dispositive.", "Alder: Followed (court)"],
  ["This case is controlled by Alder.", "Alder: Followed (court)"],
  ["Alder squarely held that notice is required."],
  ["As Alder explained, notice is required."],
  ["We explained in Alder that notice is required."],
  ["We agree with the judges below that the plaintiff in Alder was heard."],
  ["The text is followed by a citation of Alder."],
  ["The quantum of proof required by Alder is not in dispute."],
];

/** What is denied, imagined, or said of something that only bears the name. */
const NOT_MEANT: Rows = [
  ["Nor would we overturn Alder."],
  ["Nor do we question Alder here."],
  ["It is not our place to overrule Alder."],
  ["This is not to say that Alder is overruled."],
  ["That the power exists does not mean that the immunity of Alder is here being overruled."],
  ["Even were we to conclude that the bases of Alder are no longer valid, the statute would stand."],
  ["Even were we inclined to revisit Alder, this is not the case.", "Alder: Questioned (reported)"],
  ["Had a majority been willing to overrule Alder, the suit would have ended.", "Alder: Overruled (reported)"],
  ["We refused to adopt a rule for the waiver of Alder rights."],
  ["Alder came first. The Code governed until it was superseded by the Act of 1976."],
  ["Congress abolished the Alder in 1995."],
];

const MERELY_CITED: Rows = [
  ["Contra, Alder."],
  ["See Alder."],
  ["Alder was decided in 1940."],
  ["But see Alder."],
  ["Cf. Alder and Cedar."],
  ["In Alder the plaintiff fell from a ladder."],
  ["The Alder Company overruled its manager."],
  ["The lands in Alder were restricted against alienation."],
  ["Such evidence may qualify as material under Alder."],
  ["The decision not to apply Alder retroactively was based on reliance."],
  ["By force of Alder, the Act is the law that, under the exemption, is superseded when a plan requires it."],
];

describe("sentences", () => {
  const TABLES: Record<string, Rows> = {
    overruled: OVERRULED,
    "not overruled": NOT_OVERRULED,
    "history told": TOLD,
    "other negative": OTHER_NEGATIVE,
    caution: CAUTION,
    distinguished: DISTINGUISHED,
    "said elsewhere or of nothing named": SAID_ELSEWHERE,
    positive: POSITIVE,
    "not meant": NOT_MEANT,
    "merely cited": MERELY_CITED,
  };
  for (const [name, rows] of Object.entries(TABLES)) {
    describe(name, () => {
      test.each(rows.map(([sentences, ...treatments]) => ({ sentences, treatments })))(
        "$sentences",
        ({ sentences, treatments }) => expect(treatmentsIn(sentences)).toEqual(treatments),
      );
    });
  }

  test.each([
    ["dissent", "I would overrule Alder.", "Alder: Overruled (dissent)"],
    ["dissent", "The Court today overrules Alder.", "Alder: Overruled (account)"],
    ["concurrence", "I join the Court's opinion overruling Alder.", "Alder: Overruled (account)"],
    ["dissent", "By overruling Alder, the Court does harm.", "Alder: Overruled (account)"],
    ["dissent", "Today's decision overrules Alder.", "Alder: Overruled (account)"],
    ["dissent", "The Court has now overruled Alder.", "Alder: Overruled (account)"],
    ["dissent", "I dissent from the Court's decision to overrule Alder.", "Alder: Overruled (account)"],
    ["dissent", "Its overruling of Alder is to be regretted.", "Alder: Overruled (account)"],
    ["concurrence", "Alder is distinguishable.", "Alder: Distinguished (concurrence)"],
    ["dissent", "We follow Alder.", "Alder: Followed (dissent)"],
  ])("in a %s: %s", (type, sentence, treatment) => expect(treatmentsIn(sentence, type)).toEqual([treatment]));

  test("a companion case is the same authority under another name", () => {
    expect(
      treatmentsIn(
        "Hazel v. Juniper, the companion case to Alder v. Birch, is next. We overrule Hazel v. Juniper, supra.",
      ),
    ).toEqual(["Alder: Overruled (court)"]);
  });

  test("a case named right before another is not one of its parties", () => {
    const text = "Unlike Alder and Hazel v. Juniper, 340 U.S. 404 (1950), this is new. We overrule Alder.";
    expect(treatmentsIn(text)).toContain("Alder: Overruled (court)");
    expect(treatmentsIn(text).filter((one) => one.includes("Overruled"))).toHaveLength(1);
  });
});
