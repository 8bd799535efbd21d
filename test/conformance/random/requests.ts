import fc from "fast-check";

import type {
  PlainCollapse,
  PlainFilter,
  PlainNode,
  PlainRequest,
  PlainTerm,
  PlainWildcard,
} from "#test/oracle/model.ts";
import { OPINIONS } from "#test/oracle/ranking.ts";

import { FACETS } from "../engine-shapes.ts";
import { AUTHORS, COURTS, ids, JURISDICTIONS, KINDS, SOURCES, STATES } from "./documents.ts";

const PATTERNS = "contr* *ing fraud*ly c*t ?un t?x* *a* *uc* run? *19* du? zz* ??? *s pe?a p*".split(" ");
const TERMS = (
  "contract contracts court fraud fraudulent run running the of ofs and to in a duty breach due process 1983 1028a f3d " +
  "us § no smith pena tax taxing estoppel liable relation relate absent"
).split(" ");
const AT = { start: 0, end: 0 };

const unnamed = fc.constant<{ readonly field?: string }>({});
const named = fc.oneof(
  { weight: 5, arbitrary: unnamed },
  { weight: 1, arbitrary: fc.constantFrom(...OPINIONS.fields).map(({ name }) => ({ field: name })) },
);

function word(field: fc.Arbitrary<{ readonly field?: string }>): fc.Arbitrary<PlainTerm | PlainWildcard> {
  const term = fc
    .record({
      kind: fc.constant("term" as const),
      text: fc.constantFrom(...TERMS),
      exact: fc.boolean(),
      formWeight: fc.constantFrom(undefined, undefined, 0.25, 1),
    })
    .map(({ formWeight, ...node }) => (formWeight === undefined ? node : { ...node, formWeight }));
  const wildcard = fc.record({ kind: fc.constant("wildcard" as const), pattern: fc.constantFrom(...PATTERNS) });
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: term }, { weight: 1, arbitrary: wildcard }), field)
    .map(([node, own]) => ({ ...node, ...own, at: AT }));
}

const phrase = fc
  .tuple(fc.array(word(unnamed), { minLength: 1, maxLength: 3 }), named)
  .map(([words, own]): PlainNode => ({ kind: "phrase", words, ...own, at: AT }));
const unit: fc.Arbitrary<PlainNode> = fc.oneof({ weight: 2, arbitrary: word(named) }, { weight: 1, arbitrary: phrase });

/** Proximities nest; their operands are units, choices of operands, and proximities. */
function near(depth: number): fc.Arbitrary<PlainNode> {
  return fc
    .record({
      left: operand(depth - 1),
      right: operand(depth - 1),
      unit: fc.constantFrom("word", "word", "word", "sentence", "paragraph"),
      distance: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.integer({ min: 1, max: 60 })),
      ordered: fc.boolean(),
    })
    .map((node): PlainNode => ({ kind: "near", ...node, at: AT }));
}

/** Sets in one sentence or paragraph; few members, since the plain reading tries every choice. */
function together(depth: number): fc.Arbitrary<PlainNode> {
  return fc
    .record({
      members: fc.array(operand(depth - 1), { minLength: 2, maxLength: 4 }),
      unit: fc.constantFrom("sentence", "sentence", "paragraph"),
    })
    .map((node): PlainNode => ({ kind: "together", ...node, at: AT }));
}

function operand(depth: number): fc.Arbitrary<PlainNode> {
  if (depth <= 0) return unit;
  const choice = fc
    .array(operand(depth - 1), { minLength: 1, maxLength: 3 })
    .map((children): PlainNode => ({ kind: "or", children, at: AT }));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: unit },
    { weight: 1, arbitrary: near(depth - 1) },
    { weight: 1, arbitrary: together(depth - 1) },
    { weight: 1, arbitrary: choice },
  );
}

const countable = fc
  .array(unit, { minLength: 1, maxLength: 3 })
  .map((children): PlainNode => ({ kind: "or", children, at: AT }));
const atLeast = fc
  .tuple(fc.oneof(unit, countable), fc.integer({ min: 1, max: 6 }))
  .map(([child, count]): PlainNode => ({ kind: "atLeast", count, child, at: AT }));

const amongst = (column: string, values: readonly string[]): fc.Arbitrary<PlainFilter> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ column, anyOf }));
const between = (column: string, from?: string | number, to?: string | number): PlainFilter => ({
  column,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});
const day = fc.option(
  fc.integer({ min: 1990, max: 1993 }).map((year) => `${year}-05-15`),
  { nil: undefined },
);

const conditions = fc.oneof(
  amongst("courtId", COURTS),
  amongst("opinionType", KINDS),
  amongst("author", AUTHORS),
  fc.tuple(day, day).map(([from, to]) => between("dateFiled", from, to)),
  fc.tuple(fc.nat(9), fc.option(fc.nat(9), { nil: undefined })).map(([from, to]) => between("timesCited", from, to)),
);
/** Lists of filters, some of them empty: such a one takes every document. */
const favours = fc.array(fc.array(conditions, { maxLength: 2 }), { maxLength: 3 });

export function trees(depth: number): fc.Arbitrary<PlainNode> {
  const leaf = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: unit },
    { weight: 1, arbitrary: near(2) },
    { weight: 1, arbitrary: together(2) },
  );
  if (depth === 0) return leaf;
  const child = trees(depth - 1);
  const children = fc.array(child, { minLength: 1, maxLength: 4 });
  const condition = conditions.map((one): PlainNode => ({ kind: "filter", filter: one, at: AT }));
  const prior = fc
    .constantFrom(0.25, 1, 4)
    .map((weight): PlainNode => ({ kind: "prior", column: "timesCited", weight, at: AT }));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 15, arbitrary: leaf },
    { weight: 26, arbitrary: children.map((parts): PlainNode => ({ kind: "and", children: parts, at: AT })) },
    { weight: 21, arbitrary: children.map((parts): PlainNode => ({ kind: "or", children: parts, at: AT })) },
    {
      weight: 13,
      arbitrary: fc.tuple(children, fc.nat(3)).map(([parts, more]): PlainNode => {
        return { kind: "ranked", children: parts, required: 1 + (more % parts.length), at: AT };
      }),
    },
    {
      weight: 9,
      arbitrary: fc.tuple(children, child).map(([parts, excluded]): PlainNode => {
        return { kind: "and", children: [...parts, { kind: "not", child: excluded, at: AT }], at: AT };
      }),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(child, fc.constantFrom(0.5, 1.5, 3)).map(([one, factor]): PlainNode => {
        return { kind: "boost", child: one, factor, at: AT };
      }),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(child, fc.constantFrom(0.5, 1.5, 3), favours).map(([one, factor, within]): PlainNode => {
        return { kind: "boost", child: one, factor, within, at: AT };
      }),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(condition, child).map((parts): PlainNode => ({ kind: "and", children: parts, at: AT })),
    },
    {
      weight: 5,
      arbitrary: fc.tuple(prior, children).map(([one, parts]): PlainNode => {
        return { kind: "and", children: [one, ...parts], at: AT };
      }),
    },
    { weight: 4, arbitrary: atLeast },
    { weight: 8, arbitrary: near(depth) },
    { weight: 6, arbitrary: together(depth) },
  );
}

const filter: fc.Arbitrary<PlainFilter> = fc.oneof(
  amongst("courtId", COURTS),
  amongst("jurisdiction", JURISDICTIONS),
  amongst("state", [...STATES, "Nowhere"]),
  fc
    .constantFrom(["published"], ["unpublished"], ["unknown", ""])
    .map((anyOf): PlainFilter => ({ column: "publishStatus", anyOf })),
  fc.tuple(day, day).map(([from, to]) => between("dateFiled", from, to)),
);
const filters = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly PlainFilter[]>([]) },
  { weight: 1, arbitrary: fc.uniqueArray(filter, { maxLength: 3, selector: ({ column }) => column }) },
);

const sort = fc.uniqueArray(
  fc.record({
    column: fc.constantFrom("dateFiled", "timesCited", "placeInDecision", "decision"),
    order: fc.constantFrom("rising", "falling"),
  }),
  { minLength: 1, maxLength: 3, selector: ({ column }) => column },
);
const collapse = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()).map(([most, hasSpares]): PlainCollapse => {
  return { column: "decision", most, ...(hasSpares && { spare: { column: "repeats", anyOf: ["yes"] } }) };
});
/** How a list is ordered, and what of a group is in it. */
const listings: fc.Arbitrary<Pick<PlainRequest, "sort" | "collapse">> = fc
  .tuple(fc.option(sort, { freq: 1 }), fc.option(collapse, { freq: 1 }))
  .map(([keys, groups]) => ({ ...(keys !== null && { sort: keys }), ...(groups !== null && { collapse: groups }) }));

export const requests: fc.Arbitrary<PlainRequest> = fc
  .record({
    tree: fc.constantFrom(0, 1, 1, 2, 2, 3).chain(trees),
    filters,
    offset: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(29) }),
    limit: fc.integer({ min: 1, max: 25 }),
    asked: fc.constantFrom("hits", "total", "facets"),
    explain: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    leftOut: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.constantFrom(...SOURCES, "nobody")),
    listing: listings,
    among: fc.option(fc.array(fc.oneof(ids("plain"), ids("uuid")), { maxLength: 12 }), { freq: 1 }),
    isAmong: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  })
  .map(({ asked, leftOut, listing, among, isAmong, ...request }) => ({
    ...request,
    ...listing,
    facets: asked === "facets" ? FACETS : [],
    total: asked !== "hits",
    ...(leftOut !== null && { leaveOutSource: leftOut }),
    ...(isAmong && among !== null && { among }),
  }));

/** The first few of very many: what the bounds of scores let an engine pass over. */
export const firstFew: fc.Arbitrary<PlainRequest> = fc
  .record({
    words: fc.uniqueArray(fc.constantFrom(..."contract court fraud the of duty tax run us breach".split(" ")), {
      minLength: 1,
      maxLength: 4,
    }),
    kind: fc.constantFrom("or", "or", "and", "ranked"),
    favoured: fc.option(fc.tuple(fc.constantFrom(0.5, 1.2, 3), favours), { freq: 1 }),
    exact: fc.boolean(),
    limit: fc.integer({ min: 1, max: 5 }),
    leftOut: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...SOURCES)),
    groups: fc.option(collapse, { freq: 1 }),
    asked: fc.constantFrom("hits", "hits", "total", "facets"),
  })
  .map(({ words, kind, favoured, exact, limit, leftOut, groups, asked }): PlainRequest => {
    const children = words.map((text): PlainNode => ({ kind: "term", text, exact, at: AT }));
    const whole: PlainNode =
      kind === "ranked"
        ? { kind, children, required: Math.min(2, children.length), at: AT }
        : { kind, children, at: AT };
    const [factor = 1, within = []] = favoured ?? [];
    const tree: PlainNode = favoured === null ? whole : { kind: "boost", child: whole, factor, within, at: AT };
    const facets = asked === "facets" ? FACETS : [];
    const plain = { filters: [], offset: 0, limit, facets, total: asked !== "hits", explain: false };
    return {
      ...plain,
      tree,
      ...(groups !== null && { collapse: groups }),
      ...(leftOut !== null && { leaveOutSource: leftOut }),
    };
  });
