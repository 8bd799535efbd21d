import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { auditEvents, noteEvent } from "./audit.ts";

describeEachDatabase("the audit", (store) => {
  test("tells an account from where it was used or tried, not where others were who changed it", async () => {
    const { db, clock } = testAccounts(await store.open()).accounts;
    const note = async (actorId: string | null, address: string): Promise<void> =>
      transaction(db, async (trx) =>
        noteEvent(trx, {
          event: "role_set",
          at: clock(),
          actorId,
          userId: "ann",
          origin: { address, agent: "A browser" },
        }),
      );
    await note("ann", "192.0.2.1");
    await note("bob", "192.0.2.2");
    await note(null, "192.0.2.3");
    const own = await auditEvents(db, { userId: "ann", limit: 9 });
    expect(own.map(({ actorId, address, agent }) => [actorId, address, agent])).toEqual([
      [null, "192.0.2.3", "A browser"],
      ["bob", null, null],
      ["ann", "192.0.2.1", "A browser"],
    ]);
    const all = await auditEvents(db, { limit: 9 });
    expect(all.map(({ address }) => address)).toEqual(["192.0.2.3", "192.0.2.2", "192.0.2.1"]);
  });
});
