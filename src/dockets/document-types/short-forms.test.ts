import { expect, test } from "vitest";
import { writtenOut } from "./short-forms.ts";

test.each([
  ["Has the MTD been decided?", "Has the motion to dismiss been decided?"],
  ["has the mtd been decided", "has the motion to dismiss been decided"],
  ["Were the MSJs granted?", "Were the motions for summary judgment granted?"],
  ["Is defendant's MPSJ pending?", "Is defendant's motion for partial summary judgment pending?"],
  ["ORDER on 12 MTD.", "ORDER on 12 motion to dismiss."],
  ["Opp. to MSJ, MJOP", "Opp. to motion for summary judgment, motion for judgment on the pleadings"],
  ["Was the TRO granted?", "Was the temporary restraining order granted?"],
  ["Objections to R&R", "Objections to report and recommendation"],
  ["the Rule 12(b)(6) motion", "the motion to dismiss"],
  ["the SJ motion", "the summary judgment motion"],
])("%s", (text, written) => {
  expect(writtenOut(text)).toBe(written);
});

test.each([
  "MOTION to Dismiss by Sedge (mtd, ) (Entered: 01/02/2020)",
  "in 1:20-cv-01234-MTD and 19-10123-msj",
  "MOTION BY MRS. ALDER TO WITHDRAW",
  "Letter of Mrs. Alder and Mr. Tro, 5 mil",
  "the MTS, the MTC, the MTR and the PI",
  "AT&T R&RX MTDX",
  "[MSJ] Original Entry Number",
  "a 12(b)(6) defense",
])("%s stays as it is", (text) => {
  expect(writtenOut(text)).toBe(text);
});
