/**
 * What tokens are for. Clients ask for the service in many spellings: its origin, that with a slash, the address they
 * call. All are one and the same audience, and every token is good at every address of the tools.
 */
export type Audience = {
  /** What tokens carry: the address of the service. */
  readonly name: string;
  /** The one name of a spelling that clients use, or undefined when something else is asked for. */
  readonly named: (resource: string) => string | undefined;
};

/** @param toolPaths the addresses of the tools, without the service's own */
export function audienceOf(baseUrl: string, toolPaths: readonly string[]): Audience {
  const known = new Set(["", ...toolPaths].flatMap((path) => [`${baseUrl}${path}`, `${baseUrl}${path}/`]));
  return {
    name: baseUrl,
    named: (resource) => (known.has(URL.parse(resource)?.href ?? "") || known.has(resource) ? baseUrl : undefined),
  };
}
