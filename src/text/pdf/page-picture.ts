import { imagesOf, times } from "./placed-images.ts";
import type { Matrix, PdfPage, PlacedImage } from "./placed-images.ts";

/** A page in gray, row after row: 0 black to 255 white. */
export type PagePicture = {
  readonly width: number;
  readonly height: number;
  readonly dots_per_inch: number;
  readonly pixels: Uint8Array;
};

const POINTS_PER_INCH = 72;
/** What a recogniser reads best; finer scans are brought down to it. */
const DOTS_PER_INCH_MAX = 300;
/** A4 at 300 dots is 8.7 million; a page of a map's size is made coarser. */
const PIXELS_MAX = 12_000_000;
/** A page of which less is covered is no scan: a seal, a signature. */
const COVERED_MIN = 0.25;
/** Samples in each direction where several pixels of an image fall on one. */
const SAMPLES_MAX = 3;

/** What the images of a page show, upright as the page is turned; undefined where they cover little of it. */
export async function pictureOf(page: PdfPage): Promise<PagePicture | undefined> {
  const images = await imagesOf(page);
  const whole = page.getViewport({ scale: 1 });
  const area = whole.width * whole.height;
  if (images.reduce((sum, image) => sum + areaOf(image), 0) < COVERED_MIN * area) return undefined;
  const density = Math.max(...images.map(({ width, at }) => (width / lengthOf(at[0], at[1])) * POINTS_PER_INCH));
  const room = Math.sqrt(PIXELS_MAX / area) * POINTS_PER_INCH;
  const dots_per_inch = Math.min(DOTS_PER_INCH_MAX, density, room);
  const viewport = page.getViewport({ scale: dots_per_inch / POINTS_PER_INCH });
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
  const pixels = new Uint8Array(width * height).fill(255);
  const onto = viewport.transform as unknown as Matrix;
  for (const image of images) paint({ width, height, pixels }, image, times(onto, image.at));
  return { width, height, dots_per_inch: Math.round(dots_per_inch), pixels };
}

const lengthOf = (x: number, y: number): number => Math.max(Math.hypot(x, y), Number.EPSILON);

function areaOf({ at: [a, b, c, d] }: PlacedImage): number {
  return Math.abs(a * d - b * c);
}

type Canvas = Pick<PagePicture, "width" | "height" | "pixels">;

/** Each pixel of the canvas is the mean of what of the image falls on it. */
function paint(canvas: Canvas, image: PlacedImage, at: Matrix): void {
  const [a, b, c, d, e, f] = at;
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < Number.EPSILON) return;
  const [left, right] = reach([e, e + a, e + c, e + a + c], canvas.width);
  const [top, bottom] = reach([f, f + b, f + d, f + b + d], canvas.height);
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(image.width / lengthOf(a, b))));
  const sampleAt = (x: number, y: number): number | undefined => {
    const u = (d * (x - e) - c * (y - f)) / determinant;
    const v = (a * (y - f) - b * (x - e)) / determinant;
    if (u < 0 || u >= 1 || v <= 0 || v > 1) return undefined;
    return image.grayAt(Math.floor(u * image.width), Math.floor((1 - v) * image.height));
  };
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      let [sum, seen] = [0, 0];
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const gray = sampleAt(
          x + ((sample % samples) + 0.5) / samples,
          y + (Math.floor(sample / samples) + 0.5) / samples,
        );
        if (gray === undefined) continue;
        sum += gray;
        seen += 1;
      }
      if (seen > 0) canvas.pixels[y * canvas.width + x] = Math.round(sum / seen);
    }
  }
}

/** From the first to behind the last of some places, within the canvas. */
function reach(places: readonly number[], size: number): readonly [number, number] {
  return [Math.max(0, Math.floor(Math.min(...places))), Math.min(size, Math.ceil(Math.max(...places)))];
}

/** As a portable graymap, which every reader of pictures reads. */
export function asGraymap({ width, height, pixels }: PagePicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}
