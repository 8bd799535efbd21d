import { expect, test } from "vitest";
import { MANY } from "./real-laws.ts";
import { TODAY } from "./law-rows.ts";
import type { LawRow } from "./law-rows.ts";
import type { LawsGiven } from "./laws.ts";
import type { LawAnswer, LawCollectionTold } from "./law-wire.ts";
import { overAll } from "./real-service.ts";
import type { Raw } from "./real-service.ts";

/** Ways to write one citation that must not matter. */
const SPELLINGS: readonly ((citation: string) => string)[] = [
  (citation) => citation,
  (citation) => citation.toUpperCase(),
  (citation) => citation.replace(/\.(?=\s|[A-Z])/gu, ""),
  (citation) => citation.replace(/§+\s*/gu, "sec. "),
  (citation) => citation.replaceAll(" ", "  "),
  (citation) => citation.replaceAll("§ ", "§"),
];

/** What is the same however a citation is punctuated; what parts two numbers stays a dash. */
function plainKey(citation: string): string {
  const parts = citation.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+|[()]/gu) ?? [];
  return parts
    .map((part, at) => (/^\p{N}/u.test(part) && /^\p{N}/u.test(parts[at - 1] ?? "") ? `-${part}` : part))
    .join("");
}

function foundIds({ document, matches = [] }: LawAnswer): readonly string[] {
  return document === undefined ? matches.map(({ id }) => id).toSorted() : [document.id];
}

/** `/laws/get` and `/laws/collections` against the rows. */
export function lawLookupChecks(given: () => LawsGiven): void {
  const get = async (body: object, key?: string): Promise<LawAnswer> =>
    given().real.ask<LawAnswer>("/laws/get", body, key);
  const raw = async (body: object, key?: string): Promise<Raw> =>
    given().real.raw("/v1/laws/get", body, key === undefined ? {} : { Authorization: `Bearer ${key}` });

  test("each provision in force is got by its citation however it is spelled; several are told apart", async () => {
    const { corpus } = given();
    const cited = corpus.inForce.filter(({ citation }) => citation !== null);
    const byKey = Map.groupBy(cited, ({ citation }) => plainKey(citation ?? ""));
    const some = cited.filter((row, at) => at % 12 === 0 || (byKey.get(plainKey(row.citation ?? ""))?.length ?? 0) > 1);
    expect(some.length).toBeGreaterThan(2_000);
    const statuses = new Map<string, number>();
    const wrong = await overAll(some, async (row) => {
      const citation = SPELLINGS[Number.parseInt(row.id.slice(0, 6), 16) % SPELLINGS.length]!(row.citation ?? "");
      const answer = await get({ citation });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const expected = (byKey.get(plainKey(row.citation ?? "")) ?? []).map(({ id }) => id).toSorted();
      const isOfMany = expected.length > 1;
      if (answer.status !== (isOfMany ? "ambiguous" : "found")) return [`${citation}: ${answer.status}`];
      const isListed = expected.length <= 50 ? String(foundIds(answer)) === String(expected) : true;
      return isListed ? [] : [`${citation}: ${foundIds(answer).length} for ${expected.length}`];
    });
    expect(wrong.flat().slice(0, 20)).toEqual([]);
    expect(statuses.get("ambiguous")).toBeGreaterThan(10);
  });

  test("a citation of several documents tells them apart, and each is got by its id", async () => {
    const { corpus } = given();
    const cited = corpus.inForce.filter(({ citation }) => citation !== null);
    const several = [...Map.groupBy(cited, ({ citation }) => plainKey(citation ?? "")).values()].filter(
      (rows) => rows.length > 1,
    );
    expect(several.length).toBeGreaterThan(5);
    for (const [first] of several.slice(0, 20)) {
      const { status, message, matches = [] } = await get({ citation: first!.citation });
      expect([status, message.length > 0]).toEqual(["ambiguous", true]);
      expect(matches).toEqual(
        matches.map(({ id }) => {
          const row = corpus.byId.get(id)!;
          return {
            id,
            collection_id: row.collection,
            collection_type: row.type,
            state: row.state,
            path: row.path,
            citation: row.citation ?? "",
            title: row.title ?? "",
            is_current: true,
          };
        }),
      );
      for (const { id } of matches) expect((await get({ id })).document?.id).toBe(id);
    }
  });

  test("abbreviations are not taken for one another", async () => {
    for (const [held, other] of [
      ["11 U.S.C. § 523", "11 United States Code § 523"],
      ["D.C. Code § 16-2301", "District of Columbia Code § 16-2301"],
    ] as const) {
      expect((await get({ citation: held })).document?.citation).toBe(held);
      const answer = await raw({ citation: other });
      expect([answer.status, answer.json?.["status"]]).toEqual([404, "not_found"]);
    }
  });

  test("each provision is got by its path, and a path alone may be of several collections", async () => {
    const { corpus } = given();
    const byPath = Map.groupBy(corpus.inForce, ({ path }) => path);
    const some = corpus.inForce.filter((_, at) => at % 60 === 0);
    const wrong = await overAll(some, async ({ id, path, collection, name }) => {
      const [within, byName, alone] = [
        await get({ path, collection }),
        await get({ path, collection: name }),
        await get({ path }),
      ];
      const expected = (byPath.get(path) ?? []).map((row) => row.id).toSorted();
      const isRight =
        within.document?.id === id && byName.document?.id === id && String(foundIds(alone)) === String(expected);
      return isRight ? [] : [`${collection} ${path}`];
    });
    expect(wrong.flat()).toEqual([]);
    expect([...byPath.values()].some((rows) => rows.length > 1)).toBe(true);
  });

  test("a register citation finds what was printed there", async () => {
    const { corpus } = given();
    const registered = corpus.inForce.filter(({ registerCitation }) => registerCitation !== null);
    expect(registered.length).toBeGreaterThan(40);
    const byKey = Map.groupBy(registered, ({ registerCitation }) => plainKey(registerCitation ?? ""));
    for (const { registerCitation } of registered) {
      const expected = (byKey.get(plainKey(registerCitation ?? "")) ?? []).map(({ id }) => id).toSorted();
      expect(foundIds(await get({ register_citation: registerCitation }))).toEqual(expected);
    }
  });

  test("a document says what its record says, with its text, its parent and its versions", async () => {
    const { corpus, real } = given();
    const some = corpus.inForce.filter((row, at) => at % 40 === 0 || row.collection.startsWith("us-fr"));
    const parents = Map.groupBy(corpus.inForce, ({ collection, path }) => `${collection} ${path}`);
    await overAll(some, async (row) => {
      const { status, document, message, versions = [] } = await get({ id: row.id });
      const { url, html, currency, ...told } = document!;
      expect(status).toBe("found");
      expect(told).toEqual({
        id: row.id,
        parent_id: row.parent === "" ? null : (parents.get(`${row.collection} ${row.parent}`)?.[0]?.id ?? null),
        collection_id: row.collection,
        collection_name: row.name,
        collection_type: row.type,
        state: row.state,
        country: row.country,
        path: row.path,
        node_type: row.nodeType,
        number: row.number ?? "",
        title: row.title ?? "",
        citation: row.citation ?? "",
        register_citation: row.registerCitation,
        effective_date: row.effective,
        publication_date: row.published,
        is_current: true,
        is_historical: false,
        sort_order: row.sortOrder,
        source_url: row.sourceUrl,
      });
      expect(new URL(url).searchParams.has("version")).toBe(false);
      expect([currency.edition, currency.temporary_until]).toEqual([row.edition, row.expires]);
      // Every edition of the shared data is older than any source vouches for.
      if (row.edition !== null) {
        expect([row.citation, currency.is_vouched_today]).toEqual([row.citation, false]);
        expect((currency.checked_through ?? "") >= row.edition && (currency.checked_through ?? "") <= TODAY).toBe(true);
        expect(message).toMatch(/not checked since|expired on/u);
        expect(message).not.toMatch(/is in force(?! as of)/u);
      }
      expect(html).toBe(htmlOf(row.id));
      const chain = corpus.byNode.get(row.node) ?? [];
      expect(versions.toSorted((left, right) => (left.id < right.id ? -1 : 1))).toEqual(
        chain.map((version) => ({
          id: version.id,
          effective_date: version.effective,
          publication_date: version.published,
          is_historical: corpus.standing(version).isHistorical,
          is_current: corpus.standing(version).isCurrent,
          is_requested: version.id === row.id,
          edition: version.edition,
        })),
      );
    });
    function htmlOf(id: string): string {
      const [text] = real.rows<{ readonly html: string }>("select html from law_texts where version_id = ?", id);
      return text?.html ?? "";
    }
  });

  test("a container lists what is current below it, in authored order, at most 250, and counts all", async () => {
    const { corpus } = given();
    const below = Map.groupBy(corpus.inForce, ({ collection, parent }) => `${collection} ${parent}`);
    const containers = corpus.inForce.filter(({ nodeType }) => nodeType === "PARENT");
    const some = containers.filter(({ collection }, at) => at % 12 === 0 || collection !== "dc-code");
    expect(some.length).toBeGreaterThan(300);
    let cut = 0;
    await overAll(some, async ({ id, collection, path }) => {
      const { children = [], children_total, message } = await get({ id });
      const expected = (below.get(`${collection} ${path}`) ?? [])
        .toSorted((left, right) => left.sortOrder - right.sortOrder || (left.path < right.path ? -1 : 1))
        .map((row) => row.id);
      expect([path, children_total]).toEqual([path, expected.length]);
      expect(children.map((child) => child.id)).toEqual(expected.slice(0, 250));
      if (expected.length > 250) {
        cut += 1;
        expect(message).toContain("search for the section instead");
      }
    });
    expect(cut).toBeGreaterThan(0);
    const { children = [], children_total } = await get({ path: "t1", collection: "ys-code" });
    expect([children.length, children_total]).toEqual([250, MANY]);
    const leaf = corpus.inForce.find(({ nodeType }) => nodeType === "LEAF");
    expect(await get({ id: leaf?.id })).toMatchObject({ children: [], children_total: 0 });
  });

  test("exactly one key names a law", async () => {
    const citation = "11 U.S.C. § 523";
    for (const body of [
      {},
      { collection: "us-usc" },
      { citation, path: "t11" },
      { citation, register_citation: citation },
    ]) {
      expect((await raw(body)).status).toBe(422);
    }
    expect((await raw({ citation, collection: "no such" })).status).toBe(422);
  });

  test("what is not in force is not found, and with the key for it by asking again as the message says", async () => {
    const { corpus, real } = given();
    const current = new Set(corpus.inForce.map(({ citation }) => plainKey(citation ?? "")));
    const gone = [...corpus.byNode.values()].filter((versions) =>
      versions.every(
        (row) => row.citation !== null && !corpus.standing(row).isCurrent && !current.has(plainKey(row.citation)),
      ),
    );
    expect(gone.length).toBeGreaterThan(200);
    await overAll(
      gone.filter((_, at) => at % 25 === 0),
      async ([row]) => {
        const asked = { citation: row!.citation, collection: row!.collection };
        const answer = await raw(asked);
        expect([answer.status, answer.json?.["status"]], answer.text).toEqual([404, "not_found"]);
        expect(answer.json?.["message"]).toContain("include_historical");
        expect((await raw({ ...asked, include_historical: true })).status).toBe(403);
        const found = await get({ ...asked, include_historical: true }, real.historicalKey);
        expect(foundIds(found).every((id) => !corpus.standing(corpus.byId.get(id)!).isCurrent)).toBe(true);
        expect(foundIds(found).length).toBeGreaterThan(0);
      },
    );
    const nowhere = await raw({ citation: "11 U.S.C. § 99999" });
    expect([nowhere.status, nowhere.json?.["status"]]).toEqual([404, "not_found"]);
    expect(nowhere.json?.["message"]).not.toContain("include_historical");
  });

  test("an id is that very version, whichever it is, for those who may see it", async () => {
    const { corpus, real } = given();
    const others = corpus.rows.filter((row) => !corpus.standing(row).isCurrent).filter((_, at) => at % 40 === 0);
    expect(others.length).toBeGreaterThan(50);
    await overAll(others, async ({ id }) => {
      const denied = await raw({ id });
      expect([denied.status, denied.json?.["code"]]).toEqual([403, "forbidden"]);
      const { status, document } = await get({ id }, real.historicalKey);
      expect([status, document?.id, document?.is_current]).toEqual(["found", id, false]);
      expect(new URL(document?.url ?? "").searchParams.get("version")).toBe(id);
    });
  });

  test("marked, not begun, superseded, repealed: none of these is current, and all else is", async () => {
    const { corpus } = given();
    const current = new Set(corpus.inForce.map(({ id }) => id));
    const is = (tell: (row: LawRow) => boolean): LawRow[] => corpus.rows.filter(tell);
    const [marked, future, tombstones] = [
      is((row) => row.marked === 1),
      is((row) => (row.effective ?? "") > TODAY),
      is((row) => row.tombstone === 1),
    ];
    const superseded = is((row) => corpus.standing(row).isHistorical && row.marked + row.tombstone === 0);
    for (const rows of [marked, future, tombstones, superseded]) {
      expect(rows.length).toBeGreaterThan(0);
      for (const { id } of rows.slice(0, 50)) {
        expect(current.has(id)).toBe(false);
        expect((await raw({ id })).status).toBe(403);
      }
    }
  });

  test("the law of a day is the version that had begun and that none had replaced", async () => {
    const { corpus, real } = given();
    const dated = [...corpus.byNode.values()].filter(
      (versions) => versions.length > 2 && versions.every(({ effective }) => effective !== null),
    );
    expect(dated.length).toBeGreaterThan(20);
    await overAll(dated, async (versions) => {
      for (const { effective } of versions) {
        const as_of = effective ?? "";
        const expected = versions.find((row) => corpus.standing(row, as_of).isCurrent);
        const asked = { path: (expected ?? versions[0])!.path, collection: versions[0]!.collection, as_of };
        const answer = await raw(asked, real.historicalKey);
        const document = answer.json?.["document"] as { readonly id: string } | undefined;
        expect([asked, document?.id]).toEqual([asked, expected?.id]);
      }
    });
  });

  test("every collection is listed with what it holds, by state and by type", async () => {
    const { corpus, real } = given();
    const listed = async (parameters = ""): Promise<readonly LawCollectionTold[]> =>
      (await real.raw(`/v1/laws/collections${parameters}`)).json?.["collections"] as LawCollectionTold[];
    const all = await real.ask<{ readonly collections: readonly LawCollectionTold[] }>("/laws/collections");
    const byCollection = Map.groupBy(corpus.rows, ({ collection }) => collection);
    expect(all.collections.map(({ id }) => id).toSorted()).toEqual([...byCollection.keys()].toSorted());
    for (const told of all.collections) {
      const rows = byCollection.get(told.id) ?? [];
      const nodes = (type: string): number =>
        new Set(rows.filter(({ nodeType }) => nodeType === type).map(({ node }) => node)).size;
      const days = rows.flatMap(({ effective }) => effective ?? []).toSorted();
      expect(told).toMatchObject({
        name: rows[0]?.name,
        state: rows[0]?.state,
        types: [...new Set(rows.map(({ type }) => type))].toSorted(),
        document_count: nodes("LEAF"),
        container_count: nodes("PARENT"),
        version_count: rows.length,
        effective_date_from: days[0] ?? null,
        effective_date_to: days.at(-1) ?? null,
      });
      expect(told.types).toContain(told.type);
    }
    for (const state of ["DC", "Federal", "Avalon"]) {
      expect((await listed(`?state=${state}`)).length).toBeGreaterThan(0);
    }
    expect(await listed("?state=District%20of%20Columbia")).toEqual(await listed("?state=DC"));
    expect((await listed("?type=constitution")).every(({ types }) => types.includes("constitution"))).toBe(true);
    expect(await listed("?state=TX")).toEqual([]);
  });
}
