import type { Note } from "../note.ts";

/** The code of a note that says what was charged for the call. */
export const CHARGED = "charged";

/** Those that say what was charged: they are told whatever comes of what was bought. */
export function chargesOf(notes: readonly Note[]): Note[] {
  return notes.filter(({ reason }) => reason.code === CHARGED);
}

/** An answer that is none, with what was charged on the way to it. */
export function withCharges<Refusal extends { readonly note: Note }>(
  refusal: Refusal,
  notes: readonly Note[],
): Refusal {
  const { note } = refusal;
  const untold = chargesOf(notes).filter(({ message }) => !note.message.includes(message));
  const message = [note, ...untold].map((one) => one.message).join("; ");
  return { ...refusal, note: { ...note, message } };
}
