/** Lower-case ASCII words joined by hyphens, at most `chars_max` long, for a readable address; `untitled` when nothing is left. */
export function slugOf(text: string, chars_max = 80): string {
  const slug = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'\u2019.]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, chars_max)
    .replace(/^-+|(?<!-)-+$/gu, "");
  return slug === "" ? "untitled" : slug;
}
