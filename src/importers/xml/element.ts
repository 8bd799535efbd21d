/** An element with all it holds. Names are local names: the namespace stands apart. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  /** By name as written; those in a namespace with their prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
};

export type XmlNode = XmlElement | string;

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== "string");
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => child.name === name);
}

/** The first element on a path of names, or undefined. */
export function elementAt(element: XmlElement, ...names: readonly string[]): XmlElement | undefined {
  let at: XmlElement | undefined = element;
  for (const name of names) at = at === undefined ? undefined : childNamed(at, name);
  return at;
}

/** All words in an element, white space made single; without the elements named. */
export function wordsOf(element: XmlElement | undefined, without: readonly string[] = []): string {
  const words: string[] = [];
  const walk = (node: XmlNode): void => {
    if (typeof node === "string") words.push(node);
    else if (!without.includes(node.name)) for (const child of node.children) walk(child);
  };
  if (element !== undefined) for (const child of element.children) walk(child);
  return words.join("").replace(/\s+/gu, " ").trim();
}
