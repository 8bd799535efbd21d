/** What ids of this service can name, by the digit that tells it: `xxxxxxxx-xxxx-8xxx-8Kxx-xxxxxxxxxxxx`. */
const NAME_BY_DIGIT: Readonly<Record<string, string>> = {
  "1": "a case",
  "2": "a cluster",
  "3": "an opinion",
  "4": "a work",
  "5": "a docket entry",
  "6": "a filing",
  "7": "a law",
  "8": "a law version",
  "9": "an API key",
  a: "a user",
  b: "a team",
};
const OPINION = "an opinion";

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8([0-9a-f])[0-9a-f]{2}-[0-9a-f]{12}$/iu;

/** Says what is wrong with what was given as an opinion's id, or undefined when it is one. */
export function opinionIdFault(text: string): string | undefined {
  const name = NAME_BY_DIGIT[SHAPE.exec(text)?.[1]?.toLowerCase() ?? ""];
  if (name === OPINION) return undefined;
  if (name === undefined) return `not an id of this service; ${OPINION} id is wanted`;
  return `this is ${name} id; ${OPINION} id is wanted`;
}
