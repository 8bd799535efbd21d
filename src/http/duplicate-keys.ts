/** What can open or close an object, or begin a string. */
const MARK = /["{}]/gu;
/** Behind a string that is a key. */
const COLON = /[ \t\r\n]*:/uy;

type OpenObject = { readonly path: string; keys: Set<string> | undefined; lastKey: string };

/**
 * The path of the first key that an object of this text has twice, of which `JSON.parse` would keep the last in
 * silence; undefined when there is none. Places in arrays are not counted. The text must be JSON.
 */
export function duplicateKey(json: string): string | undefined {
  const open: OpenObject[] = [];
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(json); mark !== null; mark = MARK.exec(json)) {
    const object = open.at(-1);
    if (mark[0] === "{") {
      open.push({ path: object === undefined ? "" : pathOf(object, object.lastKey), keys: undefined, lastKey: "" });
    } else if (mark[0] === "}") {
      open.pop();
    } else {
      const end = endOfString(json, mark.index);
      MARK.lastIndex = end;
      COLON.lastIndex = end;
      if (object === undefined || !COLON.test(json)) continue;
      const key = JSON.parse(json.slice(mark.index, end)) as string;
      if (object.keys?.has(key) === true) return pathOf(object, key);
      object.keys = (object.keys ?? new Set()).add(key);
      object.lastKey = key;
    }
  }
  return undefined;
}

function pathOf({ path }: OpenObject, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** The index behind the quotation mark that ends the string beginning at `start`. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let before = quote;
    while (json[before - 1] === "\\") before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return json.length;
}
