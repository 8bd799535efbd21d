/** Matches of an expression with the flag `g`; as `matchAll`, which makes a new expression for each text it is asked about. */
export function matchesOf(expression: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    matches.push(match);
    // An empty match would be found again for ever.
    if (match[0] === "") expression.lastIndex += 1;
  }
  return matches;
}
