/** The whole line is a designation of one number: `No. 95-0184.`, `Docket No. 09-4896-cv.`, `Case No. 09-60811-mc.` */
const DESIGNATION = /^(?:(?:Docket|Case|Cause|Appeal|Record) )?No\. ?(?<number>[A-Z\d][\w:,()/-]*)\.?$/u;
/** Reports set it directly under the caption; further down it may be the number of a case below. */
const LINES_MAX = 3;

/**
 * The docket number an edition prints above its text, without the words before it. Null where it prints none, or where
 * the choice is not plain: several numbers, or a line that says more.
 */
export function headDocketNumber(lines: readonly string[]): string | null {
  const numbers = lines.slice(0, LINES_MAX).flatMap((line) => DESIGNATION.exec(line)?.groups?.["number"] ?? []);
  const [number] = numbers;
  return number !== undefined && numbers.length === 1 && /\d/u.test(number) && !number.endsWith(",") ? number : null;
}
