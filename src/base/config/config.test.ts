import { describe, expect, expectTypeOf, test } from "vitest";
import { OnpointError } from "../errors.ts";
import { loadSettings } from "./load.ts";
import { configurationPage } from "./page.ts";
import { address, COMMA_LIST, NO_ADDRESS, oneOf, TEXT, wholeNumber, YES_NO } from "./readers.ts";
import { setting } from "./setting.ts";
import type { Reads } from "./setting.ts";

const described = { meaning: "What it means.", example: "an example" };
const DECLARED = {
  size: setting({ name: "ONPOINT_SIZE", reads: wholeNumber(1, 9), fallback: 3, ...described }),
  color: setting({ name: "ONPOINT_COLOR", reads: oneOf("red", "blue"), fallback: null, ...described }),
  token: setting({ name: "ONPOINT_TOKEN", reads: oneOf("sesame"), fallback: null, isSecret: true, ...described }),
  isOpen: setting({ name: "ONPOINT_OPEN", reads: YES_NO, fallback: true, ...described }),
};

function faultOf(reads: Reads, text: string): string | undefined {
  try {
    loadSettings({ it: setting({ name: "ONPOINT_IT", reads, fallback: null, ...described }) }, { ONPOINT_IT: text });
  } catch (thrown) {
    if (thrown instanceof OnpointError) return thrown.faults[0]?.message;
    throw thrown;
  }
  return undefined;
}

function valueOf(reads: Reads, text: string): unknown {
  const declared = { it: setting({ name: "ONPOINT_IT", reads, fallback: null, ...described }) };
  return loadSettings(declared, { ONPOINT_IT: text }).it;
}

describe("settings", () => {
  test("have the types that were declared, and null only where that is the fallback", () => {
    const values = loadSettings(DECLARED, { ONPOINT_COLOR: "blue", ONPOINT_OPEN: "off" });
    expect(values).toEqual({ size: 3, color: "blue", token: null, isOpen: false, file: null });
    expectTypeOf(values.size).toEqualTypeOf<number>();
    expectTypeOf(values.color).toEqualTypeOf<"red" | "blue" | null>();
    expectTypeOf(values.isOpen).toEqualTypeOf<boolean>();
  });

  test("an empty variable is none", () => {
    expect(loadSettings(DECLARED, { ONPOINT_SIZE: "" }).size).toBe(3);
  });

  test("a secret is in no fault", () => {
    expect(() => loadSettings(DECLARED, { ONPOINT_TOKEN: "hunter2" })).toThrow(
      expect.objectContaining({ faults: [{ path: "ONPOINT_TOKEN", message: "must be one of sesame" }] }),
    );
  });

  test("names of other programs are left alone", () => {
    expect(loadSettings(DECLARED, { PATH: "/bin", ONPOINTS: "1" }).size).toBe(3);
  });

  test("each has its line on the page, with a default as it would be typed", () => {
    const page = configurationPage(DECLARED);
    for (const { name } of Object.values(DECLARED)) expect(page).toContain(`| \`${name}\` |`);
    expect(page).toContain("| `ONPOINT_OPEN` | `yes` | What it means. | `an example` |");
    expect(page).toContain("| `ONPOINT_COLOR` |  | What it means. | `an example` |");
  });
});

describe("readers", () => {
  test.each([
    [wholeNumber(1, 9), "9", 9],
    [YES_NO, "ON", true],
    [YES_NO, "0", false],
    [address("http:", "https:"), "https://a.example/x//", "https://a.example/x"],
    [COMMA_LIST, " a, b,,c ", ["a", "b", "c"]],
    [TEXT, " as it is ", " as it is "],
  ] as const)("%#: %s is read", (reads, text, value) => {
    expect(valueOf(reads, text)).toEqual(value);
  });

  test.each([
    [wholeNumber(1, 9), "10", "must be a whole number from 1 to 9"],
    [wholeNumber(1, 9), "1e0", "must be a whole number from 1 to 9"],
    [wholeNumber(1, 9), "-1", "must be a whole number from 1 to 9"],
    [oneOf("red", "blue"), "Red", "must be one of red, blue"],
    [YES_NO, "perhaps", "must be yes or no"],
    [address("http:", "https:"), "ftp://a.example", "must be an address starting with http:// or https://"],
    [address("http:"), "a.example", "must be an address starting with http://"],
    [address("http:"), "http://a.example/?q=1", "must be an address without ? and #"],
    [address("http:"), "http://reader:se#cret@a.example", NO_ADDRESS],
    [address("http:"), "http://reader:50%off@a.example", NO_ADDRESS],
  ] as const)("%#: %s is refused with what would be right", (reads, text, message) => {
    expect(faultOf(reads, text)).toBe(`${message} (got ${JSON.stringify(text)})`);
  });
});
