import { expect, test } from "vitest";
import { writtenOut } from "#dockets/document-types/short-forms.ts";
import { NO_FACTS } from "#dockets/no-facts.ts";
import { rulingsAsked } from "./asked-rulings.ts";
import type { RulingsTold } from "./asked-rulings.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";

const LINES: readonly (readonly [number: string | null, text: string])[] = [
  ["9", "MOTION to Dismiss for Lack of Jurisdiction by Sedge."],
  ["10", "MOTION for Summary Judgment by Heron Mills."],
  ["11", "MOTION for Extension of Time to File Response to 9 Motion to Dismiss by Heron Mills."],
  [null, "ORDER granting 11 Motion for Extension of Time to File Response re 9 Motion to Dismiss."],
  ["12", "RESPONSE in Opposition to 9 Motion to Dismiss."],
  ["13", "ORDER granting in part and denying in part 9 Motion to Dismiss. Signed by Judge Ruhl."],
  ["14", "MOTION to Seal by Sedge."],
  ["15", "ORDER referring 10 Motion for Summary Judgment to Magistrate Judge Alder."],
  ["16", "ORDER denying Motion to Compel."],
  ["17", "MOTION to Seal Exhibit B by Heron Mills."],
  ["18", "ORDER denying motion to seal exhibit B."],
];

const entries: EntryWithDocuments[] = LINES.map(([number, description], ordinal) => ({
  id: String(ordinal),
  docketId: "d",
  ordinal,
  number,
  pacerSeqNo: null,
  dateFiled: `2020-01-${10 + ordinal}`,
  dateEntered: null,
  description,
  shortDescription: null,
  toldBy: ["docket_report"],
  filings: [],
}));

const view = {
  docket: {
    ...NO_FACTS,
    parties: [{ name: "Heron Mills", type: "Defendant" }],
    freshness: { reportAsOf: "2020-06-06T10:18:44", asOf: null },
  },
} as unknown as DocketView;

const told = (part: string, isWhole = true): RulingsTold | undefined => rulingsAsked(part, { view, entries, isWhole });

test.each([
  ["Has the motion to dismiss been decided?", "2020-01-15 [13] ORDER granting in part"],
  ["Was Sedge's motion to dismiss granted", "2020-01-15 [13] ORDER granting in part"],
  ["When was the motion to dismiss ruled on?", "2020-01-15 [13] ORDER granting in part"],
  ["Is motion 9 still pending?", "2020-01-15 [13] ORDER granting in part"],
  ["What was the outcome of the motion for extension of time?", "ORDER granting 11 Motion for Extension"],
  ["Was the motion to seal exhibit B denied?", "[18] ORDER denying motion to seal exhibit B."],
  ["Has the motion to compel been ruled on?", "[16] ORDER denying Motion to Compel."],
])("%s", (question, said) => {
  const answer = told(question);
  expect(answer?.sentences.join(" ")).toContain(said);
  expect(answer?.isOpen).toBe(false);
});

test("a motion that is not decided is told so only of a whole sheet", () => {
  const question = "Has the summary judgment motion been decided?";
  const whole = told(question);
  expect(whole?.isOpen).toBe(false);
  expect(whole?.sentences.join(" ")).toContain("no ruling on it stands on the docket sheet as of 2020-06-06");
  expect(whole?.sentences.join(" ")).toContain("A court's entry speaks of it: “2020-01-17 [15] ORDER referring 10");
  const part = told(question, false);
  expect(part?.isOpen).toBe(true);
  expect(part?.sentences.join(" ")).toContain(
    "no ruling on it is among the 11 entries that are held, which may not be all",
  );
});

test("of several motions each is told", () => {
  const sentences = told("Were the motions to seal decided?")?.sentences ?? [];
  expect(sentences).toHaveLength(2);
  expect(sentences[0]).toContain("Entry 14 (“2020-01-16 MOTION to Seal by Sedge.”): no ruling");
  expect(sentences[1]).toContain("Entry 17 (“2020-01-19 MOTION to Seal Exhibit B by Heron Mills.”) was decided");
});

test("a motion that no entry tells of is not said to be undecided", () => {
  expect(told("Has the motion to remand been decided?")).toEqual({
    isOpen: true,
    entries: [],
    sentences: ["No motion in those words is on the docket sheet."],
  });
});

type Line = (typeof LINES)[number];

const sheetOf = (lines: readonly Line[]): EntryWithDocuments[] =>
  lines.map(([number, description], ordinal) => ({
    ...entries[0]!,
    id: String(ordinal),
    ordinal,
    number,
    description,
  }));
const toldOf = (part: string, ...lines: readonly Line[]): string =>
  rulingsAsked(part, { view, entries: sheetOf(lines), isWhole: true })?.sentences.join(" ") ?? "";

test("a motion that is asked for by its number is not decided by a ruling on another", () => {
  const seal = ["7", "MOTION to Seal by Sedge."] as const;
  const sealed = ["7", "SEALED MOTION by Sedge."] as const;
  const no = "no ruling on it stands";
  expect(
    toldOf("Has motion 7 been decided?", seal, ["8", "Order Granting Relief from Stay (Related Doc # 3 )"]),
  ).toContain(no);
  expect(toldOf("Has motion 7 been decided?", seal, ["8", "ORDER denying Motion to Compel."])).toContain(no);
  expect(toldOf("Has motion 7 been decided?", seal, ["8", "ORDER granting Motion to Seal."])).toContain("was decided");
  expect(toldOf("Has motion 7 been decided?", sealed, ["8", "ORDER granting Motion to Seal."])).toContain(no);
  expect(toldOf("Has the motion at Dkt. 7 been decided?", seal, ["8", "ORDER granting 7 Motion."])).toContain(
    "was decided",
  );
});

test("a ruling that is vacated later, an interim one and a withdrawal are told", () => {
  const motion = ["4", "MOTION to Use Cash Collateral by Sedge."] as const;
  const interim = ["6", "Interim Order Granting Motion to Use Cash Collateral (Related Doc # 4 )"] as const;
  const final = ["9", "Final Order Granting Motion to Use Cash Collateral (Related Doc # 4 )"] as const;
  const vacated = ["12", "ORDER vacating 9 Final Order."] as const;
  const told = toldOf("Was motion 4 granted?", motion, interim, final, vacated);
  expect(told).toContain("[6] Interim Order");
  expect(told).toContain("[9] Final Order");
  expect(told).toContain("A later entry bears on that ruling: “2020-01-10 [12] ORDER vacating");
  const withdrawn = ["5", "NOTICE of Withdrawal of 4 Motion by Sedge."] as const;
  expect(toldOf("Was motion 4 granted?", motion, withdrawn)).toContain(
    "speaks of its withdrawal: “2020-01-10 [5] NOTICE",
  );
});

test("what is written short is understood in the question and in the lines", () => {
  const motion = ["4", "MTD by Sedge."] as const;
  const ruling = ["6", "ORDER denying 4 MTD."] as const;
  expect(toldOf(writtenOut("Has the MTD been decided?"), motion, ruling)).toContain(
    "was decided: “2020-01-10 [6] ORDER denying 4 MTD.”",
  );
  expect(toldOf("Has the motion to dismiss been decided?", motion, ruling)).toContain("was decided");
  expect(told(writtenOut("Was the MSJ granted?"))?.sentences.join(" ")).toContain("no ruling on it stands");
});

const BARE = ["9", "ORDER: The motion is granted. Signed by Judge Ruhl."] as const;
const SEAL = ["7", "MOTION to Seal by Sedge."] as const;
const REPLY = ["8", "RESPONSE in Opposition by Heron Mills."] as const;

test("a ruling that names no motion decides the only one that can be meant", () => {
  const question = "Has the motion to seal been decided?";
  expect(toldOf(question, SEAL, REPLY, BARE)).toContain(
    "was decided by a line that does not name it, when no other motion was pending: “2020-01-10 [9] ORDER: The motion",
  );
  const decided = [
    ["5", "MOTION to Compel by Heron Mills."],
    ["6", "ORDER denying 5 Motion to Compel."],
  ] as const;
  const longAgo = toldOf(question, ...decided, SEAL, REPLY, BARE);
  // What was decided lately may be decided again in writing.
  expect(longAgo).toContain("no ruling on it stands");
});

test.each<[string, readonly Line[]]>([
  ["another is pending", [["6", "MOTION to Compel by Heron Mills."], SEAL, REPLY, BARE]],
  ["a number between them is of something under seal", [SEAL, BARE]],
  ["it is called something else", [SEAL, REPLY, ["9", "ORDER: The application is granted."]]],
  ["it is of nobody known as that side", [SEAL, REPLY, ["9", "ORDER granting defendant's motion."]]],
])("nothing is decided by it where %s, and the line is told", (_, lines) => {
  const told = toldOf("Has the motion to seal been decided?", ...lines);
  expect(told).toContain("no ruling on it stands");
  expect(told).toContain("A court's entry decides a motion without naming it: “2020-01-10 [9] ORDER");
});

test("a line that may have decided it earlier keeps a later one from being certain", () => {
  const lines = [
    ["6", "MOTION to Compel by Heron Mills."],
    SEAL,
    ["8", "ORDER: The motion is denied."],
    ["9", "ORDER denying 6 Motion to Compel."],
    ["10", "ORDER: The motion is granted."],
  ] as const;
  const told = toldOf("Has the motion to seal been decided?", ...lines);
  expect(told).toContain("A court's entry decides a motion without naming it: “2020-01-10 [8] ORDER");
  expect(told).not.toContain("was decided");
});

test("a ruling on the motion of one side is none on the other's", () => {
  const lines = [["7", "Plaintiff's MOTION to Seal."], REPLY, ["9", "ORDER granting Defendant's motion."]] as const;
  const told = toldOf("Has the motion to seal been decided?", ...lines);
  expect(told).toContain("no ruling on it stands");
  expect(told).not.toContain("without naming it");
});

test("a party of the docket is known by its side", () => {
  const lines = [["7", "MOTION to Seal by Heron Mills."], REPLY, ["9", "ORDER granting Defendant's motion."]] as const;
  expect(toldOf("Has the motion to seal been decided?", ...lines)).toContain("was decided by a line");
});

test("a line that tells which motion it is on decides that one", () => {
  const ruling = ["9", "MEMORANDUM AND ORDER on the motion to seal. The motion is denied."] as const;
  expect(toldOf("Has the motion to seal been decided?", SEAL, REPLY, ruling)).toContain("was decided: “");
  // Asked by its number, the earlier of two such motions is not the one that is decided.
  const twice = [
    ["4", "MOTION to Seal by Heron Mills."],
    SEAL,
    REPLY,
    ["9", "ORDER granting Motion to Seal."],
  ] as const;
  expect(toldOf("Has motion 4 been decided?", ...twice)).toContain("no ruling on it stands");
  expect(toldOf("Has motion 7 been decided?", ...twice)).toContain("was decided");
});

test.each(["Who filed the motion to dismiss?", "Why was the motion to dismiss granted?", "What was decided?"])(
  "%s asks for something else",
  (question) => {
    expect(told(question)).toBeUndefined();
  },
);

test("the parties of a side are looked for once, however many motions and parties there are", () => {
  let looked = 0;
  const parties = Array.from({ length: 50 }, () => ({
    name: "Alder",
    get type() {
      looked += 1;
      return "Creditor";
    },
  }));
  const lines = Array.from({ length: 40 }, (_, at) => ({ ...entries[9]!, ordinal: at, number: String(at + 1) }));
  const bare = { ...entries[9]!, ordinal: 40, number: "41", description: "ORDER granting defendant's motion." };
  const of = { docket: { ...view.docket, parties: [...parties, ...view.docket.parties] } } as unknown as DocketView;
  rulingsAsked("Has motion 40 been decided?", { view: of, entries: [...lines, bare], isWhole: true });
  expect(looked).toBe(50);
});
