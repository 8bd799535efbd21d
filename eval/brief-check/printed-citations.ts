/**
 * Citations as opinions print them, read by one plain pattern that shares nothing with the reader that is judged: name,
 * volume, reporter, page, pages pointed at, parallel citations, court and year. What the pattern does not fit is not
 * drawn.
 */
export type PrintedCitation = {
  /** Of everything from the name to the closing bracket. */
  readonly start: number;
  readonly end: number;
  readonly plaintiff: Part;
  readonly defendant: Part;
  readonly volume: Part;
  readonly reporter: Part;
  readonly page: Part;
  readonly pin: Part | null;
  readonly parallel: { readonly volume: Part; readonly reporter: Part; readonly page: Part } | null;
  /** As printed before the year; null when the brackets hold the year alone. */
  readonly court: Part | null;
  readonly year: Part;
};
export type Part = { readonly text: string; readonly start: number; readonly end: number };

const WORD = String.raw`(?:[A-Z][\w.&'’-]*|of|the|and|ex|rel\.|de|for|&)`;
const PARTY = String.raw`[A-Z][\w.&'’-]*(?:,? ${WORD}){0,6}`;
const REPORTER = String.raw`(?:U\. ?S\.|S\. ?Ct\.|L\. ?Ed\.(?: ?2d)?|F\. ?[23]d|F\.|F\. ?Supp\.(?: ?[23]d)?|[NS]\. ?[EW]\.(?: ?2d)?|P\. ?[23]d|A\. ?[23]d|So\. ?2d|Cal\. ?(?:2d|3d|4th)|N\. ?Y\.(?: ?2d)?|Ill\. ?2d)`;
const PLACE = String.raw`(\d{1,3}) (${REPORTER}) (\d{1,4})`;
const PIN = String.raw`(?:, (\d{1,4}(?:[-–]\d{1,4})?))?`;
const CITATION = new RegExp(
  String.raw`\b(${PARTY}) v\. (${PARTY}), ${PLACE}${PIN}(?:, ${PLACE}${PIN}(?:, \d{1,3} ${REPORTER} \d{1,4}(?:, \d{1,4}(?:[-–]\d{1,4})?)?)?)? \(([A-Z\d][^()\d]{0,2}[^()]{0,30}? )?((?:1[789]|20)\d\d)\)`,
  "dgu",
);
const SIGNAL =
  /^(?:See|In|But|Cf\.|Accord|E\.g\.|Compare|also|and|Under|As|The|Thus|Nor|From|Citing|Quoting|Before|After|While|Although|Since|Because|However|And|with|Unlike|Like|Both|Here)\s+/u;

/** Those of a text in which every run of white space is one character. */
export function printedCitations(text: string): PrintedCitation[] {
  return [...text.matchAll(CITATION)].flatMap((match) => {
    const part = (group: number): Part | null => {
      const [start, end] = match.indices?.[group] ?? [-1, -1];
      return start < 0 ? null : { text: text.slice(start, end), start, end };
    };
    let plaintiff = part(1);
    while (plaintiff !== null) {
      const signal = SIGNAL.exec(plaintiff.text)?.[0].length ?? 0;
      if (signal === 0) break;
      const { text: words, start, end } = plaintiff;
      plaintiff = { text: words.slice(signal), start: start + signal, end };
    }
    const [defendant, volume, reporter, page, year] = [2, 3, 4, 5, 12].map(part);
    const parallel = [7, 8, 9].map(part);
    const [first, second, third] = parallel;
    if (!plaintiff || !defendant || !volume || !reporter || !page || !year) return [];
    const court = part(11);
    return [
      {
        start: plaintiff.start,
        end: match.index + match[0].length,
        plaintiff,
        defendant,
        volume,
        reporter,
        page,
        pin: part(6),
        parallel:
          first && second && third && !isSameReporter(second.text, reporter.text)
            ? { volume: first, reporter: second, page: third }
            : null,
        court:
          court === null
            ? null
            : { ...court, text: court.text.trimEnd(), end: court.start + court.text.trimEnd().length },
        year,
      },
    ];
  });
}

function isSameReporter(one: string, other: string): boolean {
  return one.replace(/\s/gu, "") === other.replace(/\s/gu, "");
}

/** What two spellings of one citation share: letters and digits. */
export function placeKey(volume: string, reporter: string, page: string): string {
  return `${volume} ${reporter.toLowerCase().replace(/[^a-z0-9]/gu, "")} ${page}`;
}
