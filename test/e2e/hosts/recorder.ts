/** One message on the wire between a host and the service, as it stands in a transcript. */
type Exchange = { readonly sent: string; readonly answered: string };

/** Shown of a string, a list and an object within an answer; the rest is counted. What is sent is shown whole. */
const STRING_CHARS_MAX = 90;
const LIST_MAX = 1;
const OBJECT_MAX = 14;

/** What differs from one run to the next, by the name it stands under. */
const SECRET = new Set([
  "access_token",
  "refresh_token",
  "id_token",
  "client_id",
  "client_secret",
  "registration_access_token",
  "code_verifier",
  "code_challenge",
  "nextCursor",
  "cursor",
  "client_id_issued_at",
  "fetchedAt",
  "request_id",
]);
/** In a form these are of the authorization; elsewhere the code of a fault and the state of a law. */
const SECRET_IN_FORMS = new Set([...SECRET, "code", "state"]);
/** Told by a client about itself, which no answer depends on. */
const OF_CLIENT = new Set(["clientInfo", "io.modelcontextprotocol/clientInfo"]);

/** Notes what a host sends and is answered, as a person would want to read it. */
export class Recorder {
  readonly #exchanges: Exchange[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Given to a client as its `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    const answer = await fetch(input, init);
    const headers = new Headers(init.headers);
    const text = await answer.clone().text();
    this.#exchanges.push({ sent: this.#sent(address, headers, init), answered: this.#answered(answer, text) });
    return answer;
  };

  /** What the person does beside it in a browser. */
  note(text: string): void {
    this.#exchanges.push({ sent: `# ${text}`, answered: "" });
  }

  get transcript(): string {
    return this.#exchanges.map(({ sent, answered }) => (answered === "" ? sent : `${sent}\n${answered}`)).join("\n\n");
  }

  #sent(address: string, headers: Headers, { method = "GET", body }: RequestInit): string {
    const url = new URL(address);
    const told = ["mcp-protocol-version", "authorization"].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [`${name}: ${name === "authorization" ? "Bearer …" : value}`];
    });
    const head = `> ${[`${method} ${url.pathname}`, ...told].join("   ")}`;
    if (body === undefined || body === null) return head;
    if (typeof body !== "string" && !(body instanceof URLSearchParams))
      throw new TypeError("a text or form was expected");
    const text = body.toString();
    return `${head}\n>   ${this.#shown(headers.get("content-type") ?? "", text, whole)}`;
  }

  #answered(answer: Response, text: string): string {
    const challenge = answer.headers.get("www-authenticate");
    const head = `< ${answer.status}${challenge === null ? "" : `   www-authenticate: ${this.#anonymous(challenge)}`}`;
    return text === ""
      ? head
      : `${head}\n<   ${this.#shown(answer.headers.get("content-type") ?? "", text, shortened)}`;
  }

  #shown(type: string, text: string, part: (value: unknown) => unknown): string {
    if (type.includes("x-www-form-urlencoded")) {
      const fields = [...new URLSearchParams(text)].map(
        ([name, value]) => `${name}=${SECRET_IN_FORMS.has(name) ? "…" : value}`,
      );
      return this.#anonymous(fields.join("&"));
    }
    return this.#anonymous(JSON.stringify(part(JSON.parse(text))));
  }

  #anonymous(text: string): string {
    return text.replaceAll(this.#origin, "https://research.example");
  }
}

/** All but what a client tells about itself. */
function whole(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) => (OF_CLIENT.has(key) ? undefined : SECRET.has(key) ? "…" : one)),
  );
}

function shortened(value: unknown, name = ""): unknown {
  if (SECRET.has(name) && value !== null) return "…";
  if (typeof value === "string") return readable(value);
  // The schemas of tools have a page of their own.
  if (name === "tools" && Array.isArray(value)) return value.map((tool: { name: string }) => `${tool.name} …`);
  if (Array.isArray(value)) {
    const kept = value.slice(0, LIST_MAX).map((one) => shortened(one));
    const rest = value.length - kept.length;
    return rest > 0 ? [...kept, `… ${rest} more`] : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key]) => !OF_CLIENT.has(key));
  const kept = members.slice(0, OBJECT_MAX).map(([key, one]) => [key, shortened(one, key)] as const);
  const rest = members.length - kept.length;
  return Object.fromEntries(rest > 0 ? [...kept, ["…", `${rest} more`]] : kept);
}

/** The answer of a tool is JSON in a text: it is shown as what it holds. */
function readable(text: string): unknown {
  if (text.startsWith("{")) return shortened(JSON.parse(text));
  return text.length > STRING_CHARS_MAX ? `${text.slice(0, STRING_CHARS_MAX)}…` : text;
}
