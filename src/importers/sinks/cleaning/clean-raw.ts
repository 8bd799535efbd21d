import { messageOf, OnpointError } from "#base/errors.ts";
import { readHead } from "#opinions/head/read-head.ts";
import { readOpinion } from "#opinions/derive/read-opinion.ts";
import type { OpinionDraft, ParallelCitation, PublishStatus } from "#opinions/model.ts";
import type { TextAccount } from "#opinions/clean/text-account.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import type { RawOpinion } from "#importers/source.ts";

/** What cleaning needs to know of the decision an opinion belongs to. */
export type DecisionContext = {
  readonly publishStatus: PublishStatus;
  readonly citations: readonly ParallelCitation[];
};

export type ToClean = { readonly source: string; readonly raw: RawOpinion; readonly decision: DecisionContext };

export type CleanedOrFault =
  | { readonly ok: true; readonly draft: OpinionDraft; readonly account: TextAccount }
  | { readonly ok: false; readonly message: string; readonly isUnreadable?: boolean };

export type CleanRequests = {
  clean: {
    input: readonly ToClean[];
    answer: { readonly cleaned: readonly CleanedOrFault[]; readonly busy_ms: number };
  };
};

/** Cleans one opinion and derives what its text tells. Never throws: one bad text must not take others with it. */
export function cleanRaw({ source, raw, decision }: ToClean): CleanedOrFault {
  const id = opinionIdOf(source, raw.sourceId);
  try {
    const { text, type, author, perCuriam } = raw;
    const { citations, publishStatus: statusWord } = decision;
    // Ids in the HTML bear the opinion's, so that a decision's opinions can stand on one page.
    const read = readOpinion(
      { text, type, author, perCuriam, citations, statusWord },
      { idPrefix: `o${id.slice(0, 8)}-` },
    );
    // Whoever writes the records reads the head for good, where nothing bounds the time that it takes.
    readHead({ opinionId: id, text: read.text.text, paginationCitation: read.paginationCitation });
    return {
      ok: true,
      account: read.account,
      draft: {
        source,
        sourceId: raw.sourceId,
        clusterSourceId: raw.clusterSourceId,
        ordinal: raw.ordinal,
        type,
        author: read.author,
        joinedBy: raw.joinedBy,
        judges: read.judges,
        perCuriam: read.perCuriam,
        enBanc: read.enBanc,
        publishStatus: read.publishStatus,
        precedentialNote: raw.precedentialNote ?? read.precedentialNote,
        paginationCitation: read.paginationCitation,
        textSource: read.textSource,
        text: read.text,
      },
    };
  } catch (thrown) {
    const message = `opinion ${id}: ${messageOf(thrown)}`;
    return { ok: false, message, isUnreadable: thrown instanceof OnpointError && thrown.code === "invalid_input" };
  }
}
