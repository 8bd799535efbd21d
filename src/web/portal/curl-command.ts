import type { TriedOperation } from "./service.ts";

/** A call as a person types it into a shell. The key stands as a variable, for it is no matter for a history of commands. */
export function curlCommand({ method, url }: Pick<TriedOperation, "method" | "url">, body: string | null): string {
  const lines = [`curl -s ${url}`, '  -H "Authorization: Bearer $ONPOINT_KEY"'];
  if (method === "POST") {
    lines.push('  -H "Content-Type: application/json"', `  -d ${quoted(body ?? "{}")}`);
  }
  return lines.join(" \\\n");
}

/** In a shell nothing ends single quotes but a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
