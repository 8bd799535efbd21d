import type { PlacedText } from "./page-lines.ts";
import type { PdfPage } from "./placed-images.ts";

/** More fields than forms of courts have. */
const FIELDS_MAX = 2000;
const VALUE_CHARS_MAX = 4000;

type Field = {
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly rect?: unknown;
  readonly hidden?: unknown;
  readonly hasAppearance?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
};

/** What the fields of a form on a page hold, where each stands: text and choices, and a cross for a box that is checked. */
export async function formValuesOf(page: PdfPage): Promise<PlacedText[]> {
  const fields = (await page.getAnnotations()) as readonly Field[];
  return fields.slice(0, FIELDS_MAX).flatMap((field) => {
    const { subtype, rect, hidden } = field;
    if (subtype !== "Widget" || hidden === true || !Array.isArray(rect)) return [];
    const text = valueOf(field).replace(/\s+/gu, " ").trim().slice(0, VALUE_CHARS_MAX);
    const [x0, y0, x1, y1] = rect.map(Number);
    if (text === "" || x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return [];
    const height = Math.min(12, y1 - y0);
    const y = y1 - y0 > 2 * height ? y1 - height : y0 + (y1 - y0 - height) / 2 + height * 0.2;
    return [{ text, x: x0, y, width: x1 - x0, height, isLineEnd: true, isTurned: false }];
  });
}

function valueOf({ fieldType, fieldValue, checkBox, radioButton }: Field): string {
  if (fieldType === "Tx" || fieldType === "Ch")
    return Array.isArray(fieldValue)
      ? fieldValue.map(String).join(", ")
      : typeof fieldValue === "string"
        ? fieldValue
        : "";
  const isOn = typeof fieldValue === "string" && fieldValue !== "" && fieldValue !== "Off";
  return checkBox === true && radioButton !== true && isOn ? "[X]" : "";
}
