import { elementsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/**
 * The day on which the last act that changed a section took effect, or began to apply where the history tells both.
 * Acts that an edition names ahead of their day have not changed what it prints. Null where no day is stated.
 */
export function lastActDay(section: XmlElement, edition: string | null): string | null {
  const days = historyOf(section).flatMap(({ attributes: { eff, app } }) => {
    const day = (app ?? eff ?? "").trim();
    return DAY.test(day) && (edition === null || day <= edition) ? [day] : [];
  });
  return days.toSorted().at(-1) ?? null;
}

function historyOf(section: XmlElement): XmlElement[] {
  const annotations = elementsOf(section).filter(({ name }) => name === "annotations");
  return annotations.flatMap(elementsOf).filter(({ attributes }) => attributes["type"] === "History");
}
