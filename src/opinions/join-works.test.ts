import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinWorks } from "./join-works.ts";
import { compareDecisions, workIdOf } from "./work.ts";
import type { WorkMember } from "./work.ts";

const cited = (...keys: readonly string[]): WorkMember["citations"] =>
  keys.map((key) => ({ key, reporter: key.replace(/\d+/gu, "") }));

const member = (given: Partial<WorkMember> & { id: string }): WorkMember => ({
  courtId: "ca2",
  caseName: given.caption ?? "Marlow v. Denby",
  caption: "Marlow v. Denby",
  docketKeys: [],
  filed: { date: "1982-09-03", precision: "day" },
  citations: [],
  ...given,
});

const IDS = "a b c d e f g h".split(" ");

type Works = ReadonlyMap<string, string>;

/** As if the texts of some were one. */
const isOneText = (left: string, right: string): boolean => (left.charCodeAt(0) + right.charCodeAt(0)) % 2 === 0;

/** These decisions, of which some have changed; who is new is alone in its work. */
function joined(
  members: readonly WorkMember[],
  changed: ReadonlySet<string>,
  { before = new Map(), shrunk = [], texts = isOneText }: Partial<Given> = {},
): Promise<Works> {
  const placed = members.map((one) => ({
    member: one,
    workId: before.get(one.id) ?? workIdOf(one.id),
    isChanged: changed.has(one.id),
  }));
  return joinWorks(placed, new Set(shrunk), async (left, right) => texts(left, right));
}
type Given = { before: Works; shrunk: readonly string[]; texts: typeof isOneText };

const idsOf = (members: readonly WorkMember[]): Set<string> => new Set(members.map(({ id }) => id));

function isOne(left: WorkMember, right: WorkMember): boolean {
  const verdict = compareDecisions(left, right);
  return verdict === "same" || (verdict === "by text" && isOneText(left.id, right.id));
}

/** The plain way: from each member, everything that can be reached. */
function byExpanding(members: readonly WorkMember[]): Works {
  return new Map(
    members.map((start) => {
      const reached = new Set([start]);
      for (const from of reached) for (const to of members) if (from !== to && isOne(from, to)) reached.add(to);
      return [start.id, workIdOf([...reached].map(({ id }) => id).toSorted()[0] ?? "")];
    }),
  );
}

const sorted = (works: Works): [string, string][] => [...works].toSorted(([one], [other]) => (one < other ? -1 : 1));

test("copies chain: the first shares a citation with the second, the second another with the third", async () => {
  const members = [
    member({ id: "c", citations: cited("1x1") }),
    member({ id: "b", citations: cited("1x1", "2y2") }),
    member({ id: "a", citations: cited("2y2") }),
    member({ id: "d", citations: cited("3x3") }),
  ];
  const works = await joined(members, idsOf(members));
  expect(sorted(works).map(([, work]) => work)).toEqual([workIdOf("a"), workIdOf("a"), workIdOf("a"), workIdOf("d")]);
});

describe("works are the connected components of the rule", () => {
  const arbitrary = fc.record({
    id: fc.constantFrom(...IDS),
    courtId: fc.constantFrom("ca2", "ca3"),
    citations: fc
      .uniqueArray(fc.constantFrom("1x1", "2y2", "3z3", "4x4"), { maxLength: 2 })
      .map((keys) => cited(...keys)),
    docketKeys: fc.uniqueArray(fc.constantFrom("82-1", "82-2"), { maxLength: 2 }),
    filed: fc.constantFrom("1982-09-03", "1983-01-01").map((date) => ({ date, precision: "day" as const })),
    caption: fc.constantFrom("Marlow v. Denby", "Marlow v. Orrin", "Quist v. Orrin"),
  });

  test("in whatever order the decisions come, change and go", async () => {
    const steps = fc.array(
      fc.record({
        written: fc.uniqueArray(arbitrary.map(member), { selector: ({ id }) => id }),
        removed: fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const held = new Map<string, WorkMember>();
        let works: Works = new Map();
        for (const { written, removed } of given) {
          for (const one of written) held.set(one.id, one);
          works = await joined([...held.values()], idsOf(written), { before: works });
          expect(sorted(works)).toEqual(sorted(byExpanding([...held.values()])));
          const shrunk = removed.flatMap((id) => (held.delete(id) ? [works.get(id) ?? ""] : []));
          works = await joined([...held.values()], new Set(), { before: works, shrunk });
          expect(sorted(works)).toEqual(sorted(byExpanding([...held.values()])));
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Decisions of one court, day and name, each with what is given of it. */
function many(given: (at: number) => Partial<WorkMember> = () => ({})): WorkMember[] {
  return Array.from({ length: 600 }, (_, at) => member({ id: String(at).padStart(4, "0"), ...given(at) }));
}

describe("600 decisions of one court, day and name", () => {
  const BATCH = 100;
  /** How many pairs of texts are compared when they come in batches, and when all of them change once more. */
  async function compared(members: readonly WorkMember[], texts: typeof isOneText): Promise<number[]> {
    let count = 0;
    const counting = (left: string, right: string): boolean => {
      count++;
      return texts(left, right);
    };
    let works: Works = new Map();
    for (let at = 0; at < members.length; at += BATCH) {
      const batch = members.slice(at, at + BATCH);
      works = await joined(members.slice(0, at + BATCH), idsOf(batch), { before: works, texts: counting });
    }
    const atFirst = count;
    await joined(members, idsOf(members), { before: works, texts: counting });
    return [atFirst, count - atFirst];
  }

  test("copies of one text are each compared with one other", async () => {
    expect(await compared(many(), () => true)).toEqual([599, 599]);
  });

  test("texts of decisions that contradict one another are not compared", async () => {
    const numbered = many((at) => ({ docketKeys: [`82-${at}`] }));
    expect(await compared(numbered, () => true)).toEqual([0, 0]);
  });

  test("each pair of different texts is compared once", async () => {
    const pairs = (600 * 599) / 2;
    expect(await compared(many(), () => false)).toEqual([pairs, pairs]);
  });
});
