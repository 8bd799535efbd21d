/** A message of the program as a sentence for people; an address at its beginning stays as it is. */
export function asSentence(text: string): string {
  const begun = /^https?:/u.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(begun) ? begun : `${begun}.`;
}
