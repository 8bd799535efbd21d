import { z } from "zod";

/** Any text. */
export const TEXT: z.ZodString = z.string();

export const YES_NO: z.ZodType<boolean, string> = z.stringbool({
  truthy: ["1", "true", "yes", "on"],
  falsy: ["0", "false", "no", "off"],
  error: "must be yes or no",
});

export function wholeNumber(least: number, most: number): z.ZodType<number, string> {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.string().regex(/^\d+$/u, error).transform(Number).pipe(z.number().min(least, error).max(most, error));
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): z.ZodType<Choice, string> {
  return z.string().transform((text, check) => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) check.addIssue(`must be one of ${choices.join(", ")}`);
    return found ?? z.NEVER;
  });
}

/** What a password that was typed as it is makes of an address. */
export const NO_ADDRESS =
  "is no address: in a user or password % , / : ? # @ are written as %25 %2C %2F %3A %3F %23 %40";

/** Whether it is one, and user and password can be read from it. */
export function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && !MALFORMED.test(url.username + url.password);
}

const MALFORMED = /%(?![0-9a-f]{2})/iu;

/** An address without a slash at its end. */
export function address(...protocols: readonly string[]): z.ZodType<string, string> {
  const wanted = protocols.map((protocol) => `${protocol}//`).join(" or ");
  return z
    .string()
    .refine((text) => protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`)), {
      error: `must be an address starting with ${wanted}`,
      abort: true,
    })
    .refine(isAddress, { error: NO_ADDRESS, abort: true })
    .refine((text) => URL.parse(text)?.search === "" && URL.parse(text)?.hash === "", {
      error: "must be an address without ? and #",
    })
    .transform((text) => text.replace(/(?<!\/)\/+$/u, ""));
}

/** Texts separated by commas, white space around them left out. */
export const COMMA_LIST: z.ZodType<readonly string[], string> = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
