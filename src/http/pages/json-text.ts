/** Lines up to this long are read at a glance. */
const LINE_CHARS_MAX = 76;

/** JSON for reading: what fits stands on one line, the rest is opened up. */
export function jsonText(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const isList = Array.isArray(value);
  const entries = Object.entries(value).map(([key, part]) => ({
    label: isList ? "" : `${JSON.stringify(key)}: `,
    part,
  }));
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const line = `${open}${entries.map(({ label, part }) => label + jsonText(part, "")).join(", ")}${close}`;
  if (entries.length === 0) return isList ? "[]" : "{}";
  if (indent.length + line.length <= LINE_CHARS_MAX && !line.includes("\n")) return line;
  const inner = `${indent}  `;
  const lines = entries.map(({ label, part }) => `${inner}${label}${jsonText(part, inner)}`);
  return `${open.trim()}\n${lines.join(",\n")}\n${indent}${close.trim()}`;
}
