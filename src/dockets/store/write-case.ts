import { caseRelation, writeCases } from "#cases/store.ts";
import type { Trx } from "#db/connection.ts";
import { DOCKET_SOURCE } from "../ids.ts";

/** What a case is called of which no source tells the name. */
const UNNAMED = "Unnamed case";

export type CaseTold = {
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly caption: string | null;
  readonly dateFiled: string | null;
  readonly dateTerminated: string | null;
};

/** Writes the case that a docket hangs on; `sourceId` may be left out of one that is held. */
export async function writeCaseOf(trx: Trx, id: string, told: CaseTold, sourceId?: string): Promise<void> {
  const name = sourceId ?? (await sourceIdHeld(trx, id));
  const caption = told.caption ?? UNNAMED;
  await writeCases(trx, [{ ...told, id, source: DOCKET_SOURCE, sourceId: name, caption }]);
}

async function sourceIdHeld(trx: Trx, id: string): Promise<string> {
  const held = trx.selectFrom(caseRelation(trx).as("held")).select("source_id").where("id", "=", id);
  return (await held.executeTakeFirstOrThrow()).source_id;
}
