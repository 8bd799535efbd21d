import { getDocumentProxy } from "unpdf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanOf } from "#test/scan-files.ts";
import type { ScanImage, ScanPage } from "#test/scan-files.ts";
import { asGraymap, pictureOf } from "./page-picture.ts";
import type { PagePicture } from "./page-picture.ts";

async function pictured(page: ScanPage): Promise<PagePicture | undefined> {
  const file = await getDocumentProxy(new Uint8Array(scanOf([page])), { verbosity: 0 });
  try {
    return await pictureOf(await file.getPage(1));
  } finally {
    await file.loadingTask.destroy();
  }
}

const SIZE = [72, 72] as const;
const gray = (width: number, height: number, samples: Uint8Array): ScanImage => ({
  width,
  height,
  samples,
  bits: 8,
  channels: 1,
});
const rows = ({ width, height, pixels }: PagePicture): number[][] =>
  Array.from({ length: height }, (_, row) => [...pixels.subarray(row * width, (row + 1) * width)]);

/** A picture of 72 by 72 whose every pixel differs from its neighbours. */
const PATTERN = Uint8Array.from({ length: 72 * 72 }, (_, at) => (at * 37 + Math.floor(at / 72) * 11) % 251);
const PATTERN_ROWS = rows({ width: 72, height: 72, dots_per_inch: 72, pixels: PATTERN });

describe("the picture of a page", () => {
  test("is the image that covers it, pixel by pixel", async () => {
    const picture = await pictured({ size: SIZE, images: [gray(72, 72, PATTERN)] });
    expect(picture).toMatchObject({ width: 72, height: 72, dots_per_inch: 72 });
    expect(picture?.pixels).toEqual(PATTERN);
    const file = asGraymap(picture!);
    expect(file.subarray(0, 13).toString()).toBe("P5\n72 72\n255\n");
    expect(file.subarray(13)).toEqual(Buffer.from(PATTERN));
  });

  test.each([
    [90, (x: number, y: number) => PATTERN_ROWS[71 - x]?.[y]],
    [180, (x: number, y: number) => PATTERN_ROWS[71 - y]?.[71 - x]],
    [270, (x: number, y: number) => PATTERN_ROWS[x]?.[71 - y]],
  ] as const)("is turned as the page is, by %i degrees", async (rotate, of) => {
    const picture = await pictured({ size: SIZE, rotate, images: [gray(72, 72, PATTERN)] });
    expect(rows(picture!)).toEqual(PATTERN_ROWS.map((row, y) => row.map((_, x) => of(x, y))));
  });

  test("is put together from strips, and upside down where the page says so", async () => {
    const upper = gray(72, 36, PATTERN.subarray(0, 36 * 72));
    const lower = gray(72, 36, PATTERN.subarray(36 * 72));
    const strips: readonly ScanImage[] = [
      { ...upper, at: [72, 0, 0, 36, 0, 36] },
      { ...lower, at: [72, 0, 0, 36, 0, 0] },
    ];
    expect((await pictured({ size: SIZE, images: strips }))?.pixels).toEqual(PATTERN);
    const flipped = { ...gray(72, 72, PATTERN), at: [72, 0, 0, -72, 0, 72] } as const;
    expect(rows((await pictured({ size: SIZE, images: [flipped] }))!)).toEqual(PATTERN_ROWS.toReversed());
  });

  test("is read from bits, black on white, and from a stencil that lets the paper show", async () => {
    const bits = Uint8Array.from({ length: 9 * 72 }, (_, at) => (at * 73) & 0xff);
    const expected = Array.from({ length: 72 * 72 }, (_, at) => {
      const [x, y] = [at % 72, Math.floor(at / 72)];
      return (bits[y * 9 + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0;
    });
    for (const isStencil of [false, true]) {
      const image: ScanImage = { width: 72, height: 72, samples: bits, bits: 1, channels: 1, isStencil };
      expect([...(await pictured({ size: SIZE, images: [image] }))!.pixels]).toEqual(expected);
    }
  });

  test("of colours is their lightness", async () => {
    const red = Uint8Array.from({ length: 72 * 72 * 3 }, (_, at) => (at % 3 === 0 ? 255 : 0));
    const image: ScanImage = { width: 72, height: 72, samples: red, bits: 8, channels: 3 };
    expect(new Set((await pictured({ size: SIZE, images: [image] }))?.pixels)).toEqual(new Set([76]));
  });

  test("finer than is read well is made coarser, each pixel the mean of what falls on it", async () => {
    const fine = Uint8Array.from({ length: 600 * 600 }, (_, at) =>
      ((at % 2) + Math.floor(at / 600)) % 2 === 0 ? 0 : 200,
    );
    const picture = await pictured({ size: SIZE, images: [gray(600, 600, fine)] });
    expect(picture).toMatchObject({ width: 300, height: 300, dots_per_inch: 300 });
    expect(new Set(picture?.pixels)).toEqual(new Set([100]));
  });

  test("there is none of a page without images, nor of one with a seal alone", async () => {
    expect(await pictured({ size: SIZE, images: [] })).toBeUndefined();
    const seal = { ...gray(72, 72, PATTERN), at: [20, 0, 0, 20, 5, 5] } as const;
    expect(await pictured({ size: SIZE, images: [seal] })).toBeUndefined();
  });

  test("of any place and turn of the image holds what the image holds, and white elsewhere", async () => {
    const place = fc.tuple(
      fc.integer({ min: 40, max: 72 }),
      fc.integer({ min: 40, max: 72 }),
      fc.integer({ min: -30, max: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(place, async ([width, height, shear]) => {
        const image = {
          ...gray(2, 2, Uint8Array.of(10, 60, 110, 160)),
          at: [width, shear, -shear, height, 5, 5],
        } as const;
        const { pixels } = (await pictured({ size: SIZE, images: [image] })) ?? { pixels: [] };
        for (const pixel of pixels) expect([10, 60, 110, 160, 255]).toContain(pixel);
      }),
      { numRuns: 20 },
    );
  });
});
