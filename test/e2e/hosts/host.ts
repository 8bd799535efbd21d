import type { OAuthClientProvider } from "@modelcontextprotocol/client";

/** What a host keeps for the clients of the protocol: both generations ask for the same. */
export class Host implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  /** Where it last sent a person to. */
  sentTo: URL | undefined;
  readonly #kept = new Map<string, unknown>();

  constructor(name: string, redirectUrl: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
  }

  clientInformation(): never {
    return this.#kept.get("client") as never;
  }

  saveClientInformation(client: unknown): void {
    this.#kept.set("client", client);
  }

  tokens(): never {
    return this.#kept.get("tokens") as never;
  }

  saveTokens(tokens: unknown): void {
    this.#kept.set("tokens", tokens);
  }

  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#kept.set("verifier", verifier);
  }

  codeVerifier(): string {
    return String(this.#kept.get("verifier"));
  }

  get access(): { access_token: string; refresh_token?: string } {
    return this.#kept.get("tokens") as { access_token: string; refresh_token?: string };
  }
}
