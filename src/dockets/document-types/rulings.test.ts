import { expect, test } from "vitest";
import { refersToEntries } from "./entry-references.ts";
import { decidesInWords, rulingOnNumber } from "./rulings.ts";

test.each([
  ["ORDER denying 10 Motion to Dismiss.", "10", "decides"],
  ["MEMORANDUM OPINION AND ORDER granting in part and denying in part 10 MOTION to Dismiss.", "10", "decides"],
  ["ORDER granting 10 Motion to Dismiss, 12 Motion to Strike. Signed by Judge Ruhl.", "12", "decides"],
  ["ORDER granting 8, 10 and 12.", "10", "decides"],
  ["ORDER finding as moot [10] Motion to Dismiss", "10", "decides"],
  ["ORDER: the motion (ECF No. 10) is DENIED.", "10", "decides"],
  ["Minute Entry: 10 Motion to Dismiss is hereby DENIED; 12 Motion is taken under advisement.", "10", "decides"],
  ["Minute Entry: 10 Motion to Dismiss is hereby DENIED; 12 Motion is taken under advisement.", "12", "speaks"],
  ["ORDER adopting Report and Recommendations re 30; granting 10 Motion to Dismiss", "10", "decides"],
  ["ORDER re 10 Motion to Dismiss. Responses are due by 3/4/2020.", "10", "speaks"],
  ["ORDER setting hearing on 10 Motion to Dismiss", "10", "speaks"],
  ["ORDER REFERRING MOTION: 10 Motion to Dismiss", "10", "speaks"],
  ["REPORT AND RECOMMENDATIONS re 10 Motion to Dismiss, recommending that it be granted", "10", "speaks"],
  ["REPORT AND RECOMMENDATION that 10 Motion to Dismiss be denied", "10", "speaks"],
  ["ORDER granting 10 Motion for Leave to Oppose the 36 Objection to Report and Recommendations", "10", "decides"],
  ["ORDER granting 14 Motion for Extension of Time to File Response re 10 Motion to Dismiss", "10", null],
  ["ORDER granting extension of time to respond to 10 Motion to Dismiss", "10", null],
  ["ORDER denying 110 Motion to Seal, at 10:30 on 3/10/2020, within 10 days", "10", null],
  ["ORDER on the heron", "10", null],
])("%s: of %s it is %s", (line, number, ruling) => {
  expect(rulingOnNumber(line, number, "MOTION to Dismiss by Sedge")).toBe(ruling);
});

test.each([
  ["ORDER denying Motion to Dismiss.", true],
  ["Motion to Dismiss is GRANTED. The clerk shall close the case.", true],
  ["ORDER granting extension of time to answer the Motion to Dismiss.", false],
  ["ORDER denying Motion to Seal. The Motion to Dismiss stays under advisement.", false],
  ["REPORT recommending that the Motion to Dismiss be denied.", false],
])("%s", (line, decides) => {
  expect(decidesInWords(line, (clause) => /dismiss/iu.test(clause), "MOTION to Dismiss")).toBe(decides);
});

test.each([
  [
    "Motion to Extend Deadline to File Schedules",
    "ORDER Granting Motion to Extend (Related Doc # 7 ) signed on 7/24/2009 .",
    "7",
    "decides",
  ],
  [
    "Motion to Extend Time",
    "Order Granting Motion to Extend Time to File Plan (Related Doc # 47 , 85 ).",
    "85",
    "decides",
  ],
  [
    "Motion to Pay Unclaimed Funds",
    "Order Granting Motion To Pay Unclaimed Funds re POC#12842 (Related Doc # 8781 )",
    "8781",
    "decides",
  ],
  [
    "Motion for order releasing funds",
    "ORDER denying request for release of funds RE: Item# 278 [MD2] Original Number: 274",
    "278",
    "decides",
  ],
  [
    "Motion to Employ",
    "Order Approving Employment of Orson R. Alder, Esq. (related document(s): 16 Application to Employ).",
    "16",
    "decides",
  ],
  [
    "Motion for Relief From Stay",
    "Order Granting [4-1] Motion For Relief From Stay and an Equitable Servitude",
    "4",
    "decides",
  ],
  [
    "Motion to Extend Time to File Matrix",
    "Order Re: 13 Motion filed by Debtor to Extend Time to File Matrix. Granted. (ll)",
    "13",
    "decides",
  ],
  [
    "Application to Employ Counsel",
    "Endorsed Order regarding 19 Application to Employ Counsel. NO OBJECTION FILED. ALLOWED.",
    "19",
    "decides",
  ],
  [
    "Motion to Compel Debtor",
    "Order Regarding 16 Motion of Fern to Compel Debtor. HEARING HELD. MOTION TO COMPEL DENIED.",
    "16",
    "decides",
  ],
  [
    "Motion to Use Cash Collateral",
    "Hearing Held (RE: 5 Motion to Use Cash Collateral filed by Mill Inc..) Granted; a hearing is set",
    "5",
    "decides",
  ],
  [
    "Motion for Emergency Hearing",
    "Order regarding 26 Motion for Emergency Hearing Re: 25 Motion to Extend. EMERGENCY TREATMENT IS GRANTED.",
    "26",
    "decides",
  ],
  [
    "Motion to Extend",
    "Order regarding 26 Motion for Emergency Hearing Re: 25 Motion to Extend. EMERGENCY TREATMENT IS GRANTED.",
    "25",
    "speaks",
  ],
  [
    "Motion to continue",
    "Order granting motion for expedited hearing (Related Doc# 140 )(document set for hearing: 139 Motion to continue)",
    "139",
    null,
  ],
  [
    "Motion for expedited hearing",
    "Order granting motion for expedited hearing (Related Doc# 140 )(document set for hearing: 139 Motion to continue)",
    "140",
    "decides",
  ],
  [
    "Motion to Use Cash Collateral",
    "Order Granting Motion to Expedite Hearing (RE: 6 ) for 5 Motion to Use Cash Collateral",
    "5",
    null,
  ],
  [
    "Motion to Sell",
    "Order Scheduling Hearing on Motion for Entry of an Order (A) Approving Sale (Related Doc # 12 )",
    "12",
    "speaks",
  ],
  ["Motion to Sell", "Order to Show Cause why case should not be dismissed (Related Doc # 12 )", "12", "speaks"],
  [
    "MOTION to Dismiss",
    "Order Granting Extension of Time to respond to motion (related document(s) 10 )",
    "10",
    "speaks",
  ],
  ["MOTION to Dismiss", "ORDER vacating 15 Order granting 10 Motion to Dismiss", "10", "speaks"],
  ["MOTION to Dismiss", "ORDER: if it is amended, the 10 Motion to Dismiss will be denied as moot.", "10", "speaks"],
  ["MOTION to Dismiss", "ORDER granting the motion to seal. (Attachments: # 1 Exhibit, # 2 Letter)", "1", null],
  ["Motion to Seal", "Order Granting Motion to Convert to Chapter 13", "13", null],
  ["Motion to Seal", "ORDER granting motion under Rule 12(b)(6)", "12", null],
  ["Motion to Seal", "ORDER allowing Claim No. 4 of January 26, 2010, in 14 additional days", "4", null],
  ["Motion to Seal", "ORDER allowing Claim No. 4 of January 26, 2010, in 14 additional days", "26", null],
  ["Motion to Seal", "ORDER allowing Claim No. 4 of January 26, 2010, in 14 additional days", "14", null],
])("of %s: %s: of %s it is %s", (motion, line, number, ruling) => {
  expect(rulingOnNumber(line, number, motion)).toBe(ruling);
});

test.each([
  ["ORDER denying motion to compel.", false],
  ["ORDER denying motion to compel. (Attachments: # 1 Exhibit A (part 2), # 2 Letter)", false],
  ["Order Granting Motion (Related Doc # 251 ).", true],
  ["ORDER denying 10 Motion", true],
  ["ORDER denying the motion (ECF No. 10)", true],
])("%s names an entry: %s", (line, names) => {
  expect(refersToEntries(line)).toBe(names);
});

test("a line of any length and shape is read in bounded time", () => {
  for (const piece of ["(re ", "granted 1 ", "re items ", "order (a) approving ", "1, ", "[1-", "motion to x ", "x'"]) {
    const line = piece.repeat(10_000);
    const before = process.cpuUsage().user;
    rulingOnNumber(line, "1", line.slice(0, 300));
    decidesInWords(line, () => false, line.slice(0, 300));
    refersToEntries(line);
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
  }
});
