/** A label of an ltree path, as PostgreSQL has it. */
const LABEL = /^[A-Za-z0-9_-]{1,255}$/u;
/** More levels than this no code has. */
const LABELS_MAX = 64;

/** Why a text is no path, and at which character (from 0); undefined when it is one. */
export function pathFault(path: string): { readonly position: number; readonly message: string } | undefined {
  let position = 0;
  const labels = path.split(".");
  if (labels.length > LABELS_MAX) return { position: 0, message: `it has more than ${LABELS_MAX} labels` };
  for (const label of labels) {
    if (label === "") return { position, message: "a label is empty" };
    const wrong = /[^A-Za-z0-9_-]/u.exec(label);
    if (wrong !== null) {
      return {
        position: position + wrong.index,
        message: `a label holds letters, digits, _ and - only, not ${wrong[0]}`,
      };
    }
    if (!LABEL.test(label)) return { position, message: "a label has more than 255 characters" };
    position += label.length + 1;
  }
  return undefined;
}

/** The path above, or null at the top. */
export function parentOf(path: string): string | null {
  const end = path.lastIndexOf(".");
  return end === -1 ? null : path.slice(0, end);
}

/** Every path above, the top first. */
export function ancestorPaths(path: string): string[] {
  const above: string[] = [];
  for (let end = path.indexOf("."); end !== -1; end = path.indexOf(".", end + 1)) above.push(path.slice(0, end));
  return above;
}

/** The empty path, which is the whole collection, every path above, and the path itself. */
export function pathsAbove(path: string): string[] {
  return ["", ...ancestorPaths(path), path];
}

/**
 * The range of all paths below: `path >= from and path < before`, by code points. No label holds a character between
 * the full stop and the slash that follows it, so the range holds nothing else.
 */
export function underPath(path: string): { readonly from: string; readonly before: string } {
  return { from: `${path}.`, before: `${path}/` };
}

/** A label for a number or a name: `1-309.03` becomes `1-309_03`. Empty when nothing is left. */
export function pathLabel(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replace(/[^A-Za-z0-9-]+/gu, "_")
    .replace(/^_+|(?<!_)_+$/gu, "")
    .slice(0, 255);
}

/** The label, or where it is taken among `taken` with the first number behind it that is not; it is taken then. */
export function unusedLabel(label: string, taken: Set<string>): string {
  let free = label === "" ? "_" : label;
  for (let count = 2; taken.has(free); count++) free = `${label}_${count}`;
  taken.add(free);
  return free;
}
