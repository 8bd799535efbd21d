import { getResolvedPDFJS } from "unpdf";
import type { getDocumentProxy } from "unpdf";

/** A page as pdf.js has it open. */
export type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

/** `x' = a x + c y + e`, `y' = b x + d y + f`, as PDF files write it. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** An image where a page paints it: `at` takes the unit square, whose top edge is its first row, into the page. */
export type PlacedImage = {
  readonly width: number;
  readonly height: number;
  /** 0 black to 255 white; undefined where a stencil lets the paper show. */
  readonly grayAt: (x: number, y: number) => number | undefined;
  readonly at: Matrix;
};

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** What is painted before `other` is applied. */
export function times(other: Matrix, [a, b, c, d, e, f]: Matrix): Matrix {
  const [oa, ob, oc, od, oe, of] = other;
  return [
    oa * a + oc * b,
    ob * a + od * b,
    oa * c + oc * d,
    ob * c + od * d,
    oa * e + oc * f + oe,
    ob * e + od * f + of,
  ];
}

/** The images that a page paints, in their order: whole ones, stencils, and those inside of forms. */
export async function imagesOf(page: PdfPage): Promise<readonly PlacedImage[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const images: PlacedImage[] = [];
  const saved: Matrix[] = [];
  let at: Matrix = IDENTITY;
  for (const [index, operator] of fnArray.entries()) {
    const given = (argsArray[index] ?? []) as readonly unknown[];
    switch (operator) {
      case OPS.save:
        saved.push(at);
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        at = saved.pop() ?? IDENTITY;
        break;
      case OPS.transform:
        at = times(at, matrixOf(given));
        break;
      case OPS.paintFormXObjectBegin:
        saved.push(at);
        at = times(at, matrixOf(given[0]));
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject: {
        const image = placed(await objectOf(page, given[0]), operator === OPS.paintImageMaskXObject, at);
        if (image !== undefined) images.push(image);
        break;
      }
    }
  }
  return images;
}

export function matrixOf(given: unknown): Matrix {
  const numbers = Array.from((given ?? []) as ArrayLike<unknown>, Number);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers.every(Number.isFinite) ? numbers : [];
  return [a, b, c, d, e, f];
}

type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array | Uint8ClampedArray };

/** Named, in the page or shared by pages, or in place; a stencil names its bits. Undefined for one that is not read. */
async function objectOf(page: PdfPage, given: unknown): Promise<Pixels | undefined> {
  const named = typeof given === "string" ? await resolved(page, given) : given;
  if (!isObject(named)) return undefined;
  const inner = typeof named["data"] === "string" ? await resolved(page, named["data"]) : named;
  if (!isObject(inner)) return undefined;
  const { data } = inner;
  const [width, height] = [Number(named["width"] ?? inner["width"]), Number(named["height"] ?? inner["height"])];
  const isRead = data instanceof Uint8Array || data instanceof Uint8ClampedArray;
  return isRead && width > 0 && height > 0 ? { width, height, data } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

async function resolved(page: PdfPage, name: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const objects = name.startsWith("g_") ? page.commonObjs : page.objs;
  objects.get(name, resolve);
  return promise;
}

/** Bits are rows of whole bytes; more than that are one, three or four bytes a pixel. */
function placed(image: Pixels | undefined, isStencil: boolean, at: Matrix): PlacedImage | undefined {
  if (image === undefined) return undefined;
  const { width, height, data } = image;
  const rowBytes = (width + 7) >> 3;
  if (data.length < rowBytes * height) return undefined;
  const bytes = Math.floor(data.length / (width * height));
  if (bytes === 0 || isStencil) {
    const blank = isStencil ? undefined : 255;
    const isSet = (x: number, y: number): boolean =>
      (((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
    return { width, height, at, grayAt: (x, y) => (isSet(x, y) ? blank : 0) };
  }
  const byte = (place: number): number => data[place] ?? 255;
  const grayAt =
    bytes < 3
      ? (x: number, y: number): number => byte((y * width + x) * bytes)
      : (x: number, y: number): number => {
          const place = (y * width + x) * bytes;
          return 0.299 * byte(place) + 0.587 * byte(place + 1) + 0.114 * byte(place + 2);
        };
  return { width, height, at, grayAt };
}
