/** What a caller wrote, as far as a message repeats it. */
export function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
