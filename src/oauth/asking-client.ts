import type { Provider } from "oidc-provider";
import type { Db } from "#db/connection.ts";
import { registeredToStay, STAYING_SCOPE } from "./staying.ts";

/** The application that asks, in its own words: none of them is to be believed but where it is called back. */
export type AskingClient = {
  readonly id: string;
  readonly name: string;
  readonly homepage: string | undefined;
  /** Empty for one that waits for a person elsewhere. */
  readonly redirectUri: string;
  /** Made known by the operator of this service. */
  readonly isKnown: boolean;
  /** Known by the document at this address, which is its id. */
  readonly document: string | undefined;
};

export type FoundClient = NonNullable<Awaited<ReturnType<Provider["Client"]["find"]>>>;

export async function askingClient(db: Db, client: FoundClient, redirectUri: string): Promise<AskingClient> {
  const known = await db
    .selectFrom("oauth_clients")
    .select("origin")
    .where("id", "=", client.clientId)
    .executeTakeFirst();
  return {
    id: client.clientId,
    name: client.clientName ?? "",
    homepage: client.clientUri,
    redirectUri,
    isKnown: known?.origin === "operator",
    document: known === undefined ? client.clientId : undefined,
  };
}

/** What is asked for in a list of scopes, staying with it where the client registered for that. */
export function scopesOfDevice(client: FoundClient, asked: string): string[] {
  const scopes = asked.split(" ").filter((scope) => scope !== "");
  return registeredToStay(client) ? [...new Set([...scopes, STAYING_SCOPE])] : scopes;
}
