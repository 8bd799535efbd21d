import type { SeenDocument, SeenEntry, SightingKind } from "../model.ts";

type Member = { readonly kind: SightingKind; readonly entry: SeenEntry };

/** The documents of an entry, the main one first: of each what the best teller says, whose own page of attachments is. */
export function foldDocuments(members: readonly Member[]): SeenDocument[] {
  const own = members.filter(({ kind }) => kind === "attachment_page");
  const others = members.filter(({ kind }) => kind !== "attachment_page");
  const byAttachment = new Map<number, SeenDocument>();
  for (const { entry } of [...own, ...others]) {
    for (const document of entry.documents) {
      const told = byAttachment.get(document.attachment);
      byAttachment.set(document.attachment, told === undefined ? document : completed(told, document));
    }
  }
  return [...byAttachment.values()].toSorted((left, right) => left.attachment - right.attachment);
}

function completed(told: SeenDocument, more: SeenDocument): SeenDocument {
  return {
    attachment: told.attachment,
    description: told.description ?? more.description,
    pageCount: told.pageCount ?? more.pageCount,
    fileSize_bytes: told.fileSize_bytes ?? more.fileSize_bytes,
    pacerDocId: told.pacerDocId ?? more.pacerDocId,
    availability: told.availability ?? more.availability,
    documentType: told.documentType ?? more.documentType,
  };
}
