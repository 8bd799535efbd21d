/** A snippet without its markup. */
export function plainText(html: string): string {
  return html.replace(/<[^<>]*>/gu, "").replace(/&(?:lt|gt|quot|#39|amp);/gu, (name) => CHARACTERS[name] ?? name);
}

const CHARACTERS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};
