import { expect, test, vi } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { listQuery } from "./list-query.ts";
import { snapshot, transaction } from "./connection.ts";
import type { Db } from "./connection.ts";

const build = vi.fn((db: Parameters<Parameters<typeof listQuery>[0]>[0], names: readonly string[]) =>
  db.selectFrom("counters").selectAll().where("name", "in", names).orderBy("name"),
);

describeEachDatabase("list queries", (store) => {
  const filled = async (): Promise<Db> => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      for (const [name, value] of [
        ["a", 1],
        ["b", 2],
        ["c", 3],
      ] as const)
        await trx
          .insertInto("counters")
          .values({ name: `list-${name}`, value })
          .execute();
    });
    return db;
  };

  test("answer as the statement built anew does, in and out of a transaction", async () => {
    const db = await filled();
    const byName = listQuery(build);
    for (const names of [
      ["list-a"],
      ["list-b"],
      ["list-c", "list-a"],
      ["list-b", "nothing"],
      [],
      Array.from({ length: 300 }, (_, at) => (at === 7 ? "list-c" : `x${at}`)),
    ]) {
      const wanted = names.length === 0 ? [] : await build(db, names).execute();
      expect(await byName(db, names)).toEqual(wanted);
      expect(await snapshot(db, async (reader) => byName(reader, names))).toEqual(wanted);
    }
  });

  test("are built once for each length", async () => {
    const db = await filled();
    const byName = listQuery(build);
    build.mockClear();
    for (const name of ["list-a", "list-b", "list-a"]) expect(await byName(db, [name])).toHaveLength(1);
    expect(build).toHaveBeenCalledTimes(1);
    await byName(db, ["list-a", "list-b"]);
    expect(build).toHaveBeenCalledTimes(2);
  });

  test("refuse a statement with other values", async () => {
    const db = await filled();
    const withOther = listQuery((reader, names) =>
      reader.selectFrom("counters").selectAll().where("value", ">", 1).where("name", "in", names),
    );
    await expect(withOther(db, ["list-a"])).rejects.toMatchObject({ code: "internal" });
  });
});
