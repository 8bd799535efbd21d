import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { onpoint, search, serve, temporaryDirectory } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

/** Invented: no volume of these reporters has this decision. Those who cite it say so more often than it does itself. */
const CITED = {
  id: "cited",
  court: "scotus",
  date_filed: "1973-01-22",
  case_name: "Larkin v. Wendell",
  docket_number: "70-1818",
  citations: ["919 U.S. 113", "93 S. Ct. 9705", "35 L. Ed. 2d 9147"],
  opinions: [{ type: "lead", text: "The tenant took the lamp. The judgment is affirmed." }],
};
const OTHERS = ["Moss v. Reed", "Dunn v. Ashe", "Pell v. Hart"].map((case_name, index) => ({
  id: `citing-${index}`,
  court: "ca9",
  date_filed: `198${index}-03-01`,
  case_name,
  opinions: [
    {
      type: "lead",
      text: "See Larkin v. Wendell, 919 U.S. 113, 93 S. Ct. 9705, 35 L. Ed. 2d 9147 (1973). ".repeat(20),
    },
  ],
}));

let server: ServerProcess;
let key: string;
beforeAll(async () => {
  const settings: Environment = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"), ONPOINT_SAMPLE: "no" };
  const file = join(await temporaryDirectory(), "own.jsonl");
  await writeFile(file, [CITED, ...OTHERS].map((decision) => JSON.stringify(decision)).join("\n"));
  expect((await onpoint(settings, ["import", "jsonl", file])).code).toBe(0);
  // Over decisions of one's own no key is made by itself.
  const made = await onpoint(settings, ["keys", "create", "--name", "reader"]);
  key = /op_live_\w+/u.exec(made.stdout)?.[0] ?? "";
  server = await serve(settings);
});

test.each([
  "919 U.S. 113",
  "919 U. S. 113",
  "919 US 113",
  "919 us 113",
  "919U.S.113",
  "93 S.Ct. 9705",
  "93 S. Ct. 9705",
  "93 sct 9705",
  "35 L.Ed.2d 9147",
  "35 L. Ed. 2d 9147",
  '"919 U.S. 113"',
  "919 U.S. 113, 115 (1973)",
  "919 U.S. 113, 93 S.Ct. 9705",
  "Larkin v. Wendell, 919 U.S. 113 (1973)",
  "No. 70-1818",
])("the decision cited as %s comes first, before those who cite it", async (query) => {
  const { status, names } = await search(server, key, query);
  expect(status).toBe(200);
  expect(names[0]).toBe("Larkin v. Wendell");
});

test("those who cite it are behind it", async () => {
  const { names } = await search(server, key, "919 U. S. 113");
  expect(names.slice(1).toSorted()).toEqual(["Dunn v. Ashe", "Moss v. Reed", "Pell v. Hart"]);
});
