/** A line at its height above a page's foot and, where it is no line of the text, from its left; `aslant` runs upward. */
export type PdfLine = readonly [y: number, text: string, x?: number, setting?: "aslant"];

/** On every page: what is painted over its words, and values of text fields at their heights and from their lefts. */
export type PdfBeside = {
  readonly painted?: string;
  readonly values?: readonly (readonly [y: number, x: number, value: string])[];
};

/** A PDF file whose pages hold these lines; `trailer` is added to the file's end. */
export function pdfOf(pages: readonly (readonly PdfLine[])[], trailer = "", beside: PdfBeside = {}): Buffer {
  const objects: string[] = ["<< /Type /Catalog /Pages 2 0 R >>"];
  const kids = pages.map((_page, at) => `${4 + at * 2} 0 R`).join(" ");
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  pages.forEach((lines, at) => {
    const content = lines
      .map(([y, text, x = 72, setting]) => {
        const place = setting === "aslant" ? `0.7 0.7 -0.7 0.7 ${x} ${y} Tm` : `${x} ${y} Td`;
        return `BT /F1 12 Tf ${place} (${text.replace(/[\\()]/gu, "\\$&")}) Tj ET`;
      })
      .join("\n");
    const painted = `${content}\n${beside.painted ?? ""}`;
    const fields = (beside.values ?? []).map(
      ([y, x, value], field) =>
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${field}) /V (${value}) /Rect [${x} ${y - 3} ${x + 150} ${y + 12}] >>`,
    );
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [${fields.join(" ")}] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${painted.length} >>\nstream\n${painted}\nendstream`,
    );
  });
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = file.length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** Asks for a password: no user's password fits these. */
export const ENCRYPTED: string = `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >>`;
