import { deflateSync } from "node:zlib";

/** An image on a page of a scan: its samples, and where it is painted. */
export type ScanImage = {
  readonly width: number;
  readonly height: number;
  /** As PDF writes it; by default over the whole page. */
  readonly at?: readonly [number, number, number, number, number, number];
} & (
  | { readonly jpeg: Uint8Array }
  /** Rows of whole bytes where a sample is one bit. */
  | { readonly samples: Uint8Array; readonly bits: 1 | 8; readonly channels: 1 | 3; readonly isStencil?: boolean }
);

export type ScanPage = {
  readonly images: readonly ScanImage[];
  readonly size?: readonly [width: number, height: number];
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Printed over the images, as a court's system stamps what is filed. */
  readonly stamp?: string;
};

const LETTER = [612, 792] as const;

/** A PDF file whose pages are pictures. */
export function scanOf(pages: readonly ScanPage[]): Buffer {
  const objects: (readonly [head: string, stream?: Uint8Array | undefined])[] = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    ["", undefined],
  ];
  const kids: number[] = [];
  const add = (head: string, stream?: Uint8Array): number => objects.push([head, stream]);
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const { images, size: [width, height] = LETTER, rotate = 0, stamp } of pages) {
    const names = images.map((image, at) => `/I${at} ${add(headOf(image), dataOf(image))} 0 R`);
    const painted = images.map(({ at = [width, 0, 0, height, 0, 0] }, index) => `q ${at.join(" ")} cm /I${index} Do Q`);
    const printed = stamp === undefined ? [] : [`BT /F1 9 Tf 72 ${height - 20} Td (${stamp}) Tj ET`];
    const content = Buffer.from([...painted, ...printed].join("\n"));
    const contents = add(`<< /Length ${content.length} >>`, content);
    const resources = `<< /Font << /F1 ${font} 0 R >> /XObject << ${names.join(" ")} >> >>`;
    kids.push(
      add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${contents} 0 R /Resources ${resources} >>`,
      ),
    );
  }
  objects[1] = [`<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} >>`];
  return fileOf(objects);
}

function headOf(image: ScanImage): string {
  const size = `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /Length ${dataOf(image).length}`;
  if ("jpeg" in image) return `<< ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode >>`;
  const color =
    image.isStencil === true ? "/ImageMask true" : `/ColorSpace ${image.channels === 3 ? "/DeviceRGB" : "/DeviceGray"}`;
  return `<< ${size} ${color} /BitsPerComponent ${image.bits} /Filter /FlateDecode >>`;
}

function dataOf(image: ScanImage): Uint8Array {
  return "jpeg" in image ? image.jpeg : deflateSync(image.samples);
}

function fileOf(objects: readonly (readonly [head: string, stream?: Uint8Array | undefined])[]): Buffer {
  const parts: Uint8Array[] = [Buffer.from("%PDF-1.4\n")];
  let length = 9;
  const push = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  const places = objects.map(([head, stream], at) => {
    const place = length;
    push(Buffer.from(`${at + 1} 0 obj\n${head}\n`));
    if (stream !== undefined) for (const part of ["stream\n", stream, "\nendstream\n"]) push(Buffer.from(part));
    push(Buffer.from("endobj\n"));
    return place;
  });
  const table = length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
