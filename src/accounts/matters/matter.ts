import { OnpointError } from "#base/errors.ts";

const MATTER_CHARS_MAX = 64;
const PATTERN_CHARS_MAX = 64;

/**
 * The number of a client or matter as a firm writes it: up to 64 visible characters of ASCII, spaces within among them,
 * trimmed. Whom something is billed to is told apart letter by letter. Throws `invalid_input`.
 */
export function readMatter(text: string): string {
  const matter = text.trim();
  const fault = faultOf(matter);
  if (fault === undefined) return matter;
  throw new OnpointError("invalid_input", `the matter ${fault}`, {
    hint: "Write the number of the client or matter, such as 10234-0007.",
    faults: [{ path: "matter", message: fault }],
  });
}

function faultOf(matter: string): string | undefined {
  if (matter === "") return "is empty";
  if (matter.length > MATTER_CHARS_MAX) return `is longer than ${MATTER_CHARS_MAX} characters`;
  return Array.from(matter).every((sign) => sign >= " " && sign <= "~")
    ? undefined
    : "has characters that are not ASCII";
}

/** How a firm's numbers look: `#` is a figure, `@` a letter of ASCII, every other sign itself. Throws `invalid_input`. */
export function readPattern(text: string): string {
  const pattern = text.trim();
  if (pattern !== "" && pattern.length <= PATTERN_CHARS_MAX && faultOf(pattern) === undefined) return pattern;
  const message = "must be 1 to 64 ASCII characters";
  throw new OnpointError("invalid_input", `the pattern ${message}`, {
    hint: "Write # for a digit and @ for a letter, such as #####-####.",
    faults: [{ path: "pattern", message }],
  });
}

/** Whether a number looks as the firm's do. */
export function fitsPattern(matter: string, pattern: string): boolean {
  if (matter.length !== pattern.length) return false;
  return Array.from(pattern).every((sign, at) => {
    const given = matter[at] ?? "";
    if (sign === "#") return given >= "0" && given <= "9";
    if (sign === "@") return (given >= "a" && given <= "z") || (given >= "A" && given <= "Z");
    return given === sign;
  });
}

/** A number of a firm's list, with what it calls it. */
export type Matter = { readonly number: string; readonly name: string };

/**
 * The list that a firm keeps, from a file with a number in each line and, after a comma, a name: of a CSV file the first
 * two columns (RFC 4180, no line breaks within). Empty lines and a first line that is a heading are left out.
 */
export function readMatterList(text: string): Matter[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const rows = lines.filter((line) => line.trim() !== "").map(cellsOf);
  const isHeading = ["number", "matter", "matter number"].includes(rows[0]?.[0]?.trim().toLowerCase() ?? "");
  return (isHeading ? rows.slice(1) : rows).map(([number = "", name = ""]) => ({ number: readMatter(number), name }));
}

function cellsOf(line: string): string[] {
  const cells = [""];
  let isQuoted = false;
  for (const [at, sign] of Array.from(line).entries()) {
    const last = cells.length - 1;
    if (sign === '"') {
      // Two in a row within quotes are one that is meant.
      if (!isQuoted && at > 0 && line[at - 1] === '"' && cells[last] !== "") cells[last] += '"';
      isQuoted = !isQuoted;
    } else if (sign === "," && !isQuoted) cells.push("");
    else cells[last] += sign;
  }
  return cells.map((cell) => cell.trim());
}
