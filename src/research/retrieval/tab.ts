import type { Reader } from "#db/connection.ts";
import { dollars } from "#records/official/prices.ts";
import { chargedFor } from "#records/statement.ts";
import { CHARGED } from "../dockets/charges.ts";
import type { Retrieved } from "../dockets/retrieval.ts";
import type { Note } from "../note.ts";
import { noteOf } from "./outcomes.ts";

/** What is bought for one call, which is told what each was charged whatever came of it; what others bought is not. */
export class Tab {
  readonly #bought: { readonly purchaseId: string; readonly what: string }[] = [];

  /** For whoever asks for one thing; `what` names it in the note. */
  of(what: string): (purchaseId: string) => void {
    return (purchaseId) => void this.#bought.push({ purchaseId, what });
  }

  /** What came of the call, with the charges that are known by now. */
  async toldWith(db: Reader, retrieved: Retrieved): Promise<Retrieved> {
    const notes: Note[] = [];
    for (const { purchaseId, what } of this.#bought) {
      const cents = await chargedFor(db, purchaseId);
      if (cents !== null) notes.push(noteOf("official", `it charged ${dollars(cents)} for ${what}`, CHARGED));
    }
    return { ...retrieved, notes: [...retrieved.notes, ...notes] };
  }
}

/** What somebody else's call brought, for one that waited for it. */
export function withoutCharges(retrieved: Retrieved): Retrieved {
  return { ...retrieved, notes: retrieved.notes.filter(({ reason }) => reason.code !== CHARGED) };
}
