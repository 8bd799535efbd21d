import { parseDocument } from "htmlparser2";
import { PASSWORD } from "#test/accounts.ts";

/** A browser as far as signing in needs one: cookies by path, redirects, forms. It runs no script, and none is needed. */
export class Browser {
  static #count = 0;
  /** Where it stands, to a service that believes what a proxy says of that. */
  readonly address = `198.18.0.${++Browser.#count}`;
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>();
  /** Every page that was shown, with its headers. */
  readonly pages: Page[] = [];

  async get(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#follow(url, { headers });
  }

  /** Sends the form of the page that has these fields, with them filled in, as pressing the button of that name does. */
  async submit(
    page: Page,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const { action, hidden } = formWith(page.text, Object.keys(fields));
    const body = new URLSearchParams({ ...hidden, ...fields });
    const url = new URL(action ?? "", page.url);
    return this.#follow(url.href, { method: "POST", body, headers: { origin: url.origin, ...headers } });
  }

  /** Signs in and agrees, until the client is called back; answers with that address. */
  async goThrough(url: string, person: { readonly email: string; readonly password?: string }): Promise<URL> {
    let page = await this.get(url);
    for (let step = 0; step < 6 && page.left === undefined; step++) {
      if (page.text.includes('name="password"')) {
        page = await this.submit(page, { email: person.email, password: person.password ?? PASSWORD });
      } else if (page.text.includes('value="allow"')) {
        page = await this.submit(page, { step: "allow" });
      } else {
        throw new Error(`a page without a way on (${page.status}): ${page.text}`);
      }
    }
    if (page.left === undefined) throw new Error(`the client was never called back: ${page.text}`);
    return new URL(page.left);
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, { value, path: "/" });
  }

  async #follow(start: string, init: Sent): Promise<Page> {
    const { origin } = new URL(start);
    let url = start;
    let request: Sent = init;
    for (let hop = 0; hop < 10; hop++) {
      const cookie = this.#cookieHeader(new URL(url).pathname);
      const headers = {
        accept: "text/html",
        "x-forwarded-for": this.address,
        ...request.headers,
        ...(cookie !== "" && { cookie }),
      };
      const answer = await fetch(url, { ...request, headers, redirect: "manual" });
      this.#take(answer);
      const location = answer.headers.get("location");
      const shown = await this.#shown(url, answer);
      const onward = answer.status >= 300 && answer.status < 400 ? location : refreshIn(shown.text);
      if (onward === null) return shown;
      const next = URL.parse(onward, url);
      if (next?.origin !== origin) return { ...shown, left: onward };
      url = next.href;
      request = { headers: {} };
    }
    throw new Error("too many redirects");
  }

  async #shown(url: string, answer: Response): Promise<Page> {
    const page = { url, status: answer.status, headers: answer.headers, text: await answer.text(), left: undefined };
    if (page.text !== "") this.pages.push(page);
    return page;
  }

  #cookieHeader(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
  }

  #take(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
      const [name = "", value = ""] = pair.split(/=(.*)/su);
      const path = attributes.find((part) => /^path=/iu.test(part))?.slice("path=".length) ?? "/";
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
  }
}

export type Page = {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where the browser was sent that is not this service. */
  readonly left: string | undefined;
};

type Sent = Omit<RequestInit, "headers"> & { readonly headers: Readonly<Record<string, string>> };

type Node = ReturnType<typeof parseDocument>["children"][number];

/** The fields of a page that a person does not fill in. */
export function hiddenFields(text: string): Record<string, string> {
  return formWith(text, []).hidden;
}

/** The first form that has all of these fields, and what a person does not fill in of it. */
function formWith(
  text: string,
  names: readonly string[],
): { readonly action: string | undefined; readonly hidden: Record<string, string> } {
  for (const { name, attribs, inside } of elementsOf(parseDocument(text).children)) {
    const has = new Set(inside.map((element) => element.attribs["name"]));
    if (name !== "form" || !names.every((wanted) => has.has(wanted))) continue;
    const hidden = inside.filter((element) => element.name === "input" && element.attribs["type"] === "hidden");
    return {
      action: attribs["action"],
      hidden: Object.fromEntries(hidden.map(({ attribs: own }) => [own["name"] ?? "", own["value"] ?? ""])),
    };
  }
  throw new Error(`no form has ${names.join(", ")}: ${text}`);
}

/** Where a page leads on to by itself. */
function refreshIn(text: string): string | null {
  const refresh = elementsOf(parseDocument(text).children).find(({ attribs }) => attribs["http-equiv"] === "refresh");
  return /^0; url=(?<address>.+)$/u.exec(refresh?.attribs["content"] ?? "")?.groups?.["address"] ?? null;
}

type PageElement = {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly inside: readonly PageElement[];
};

/** Every element of a page, with what stands in its attributes and within it. */
export function elementsOf(nodes: readonly Node[]): PageElement[] {
  return nodes.flatMap((node) => {
    if (!("children" in node)) return [];
    const inside = elementsOf(node.children);
    return "attribs" in node ? [{ name: node.name, attribs: node.attribs, inside }, ...inside] : inside;
  });
}
