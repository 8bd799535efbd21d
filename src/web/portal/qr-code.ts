import { html } from "hono/html";
import { encodeQR } from "qr";
import type { Markup } from "./page.ts";

/** Light modules on each side, of which a reader wants four (ISO/IEC 18004, section 6.3.8). */
const BORDER = 4;

/** A text as a QR code, dark on light whatever the colours of the page. */
export function qrCode(text: string, label: string): Markup {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const box = `0 0 ${rows.length} ${rows.length}`;
  return html`<svg class="qr" viewBox="${box}" role="img" aria-label="${label}" shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fff" />
    <path d="${dark.join("")}" fill="#000" />
  </svg>`;
}
