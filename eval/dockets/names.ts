/** A caption as the expected JSON spells it. */
export function nameAsExpected(caption: string | null | undefined): string {
  return (caption ?? "")
    .replaceAll(/,? et\.? al\.?(?=$|[\s,])/giu, "")
    .replaceAll(/\bU\.?S\.?A\.?(?=\s|$)|\bUnited States of America\b/gu, "United States")
    .replace(/[,\s]+$/u, "")
    .trim();
}
