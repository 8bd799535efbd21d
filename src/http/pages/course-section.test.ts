import { html } from "hono/html";
import { expect, test } from "vitest";
import { courseSection } from "./course-section.ts";
import { layout } from "./layout.ts";

const entry = (ordinal: number, number: string | null, description: string) => ({
  id: String(ordinal),
  docketId: "d",
  ordinal,
  number,
  pacerSeqNo: null,
  dateFiled: "2020-03-02",
  dateEntered: null,
  description,
  shortDescription: null,
  toldBy: ["docket_report" as const],
  filings: [],
});

test("each fact links to the entry that says so, on the page where it stands", () => {
  const motion = entry(3, "4", "MOTION to Compel <b>");
  const course = {
    events: [{ title: "Judgment", entries: [entry(401, "402", "JUDGMENT for Heron")] }],
    motions: [
      {
        motion,
        papers: [{ kind: "opposition" as const, entry: entry(4, null, "OPPOSITION") }],
        rulings: [],
        isWithdrawn: false,
      },
    ],
  };
  const page = layout({ root: "", title: "t", description: "", body: html`${courseSection(course, 200)}` });
  expect(page).toContain('href="?page=3#entry-401"');
  expect(page).toContain("No. 402, Mar. 2, 2020");
  expect(page).toContain("MOTION to Compel &lt;b&gt;");
  expect(page).toContain("No ruling found");
  expect(page).toMatch(/Opposition <a href="\?page=1#entry-4"/u);
  expect(page).toMatch(/<details class="course" open/u);
});

test("where nothing is told, or the docket is too long, nothing is shown", () => {
  expect(courseSection(undefined, 200)).toBe("");
  expect(courseSection({ events: [], motions: [] }, 200)).toBe("");
});
