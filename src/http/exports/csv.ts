/** A table as RFC 4180 has it, with the mark by which Excel knows UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/**
 * A cell that a spreadsheet would take for a formula is kept from being one (OWASP, "CSV injection"): its words come
 * from captions and texts that others wrote.
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
