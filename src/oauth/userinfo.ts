import type { Provider } from "oidc-provider";
import { claimsOf } from "./configuration.ts";
import type { Question } from "./node-exchange.ts";
import type { People } from "./people.ts";

/**
 * Who the person is, as far as the token's scopes let it out (OpenID Connect Core, section 5.3). The library's own
 * answer refuses tokens that are for a resource, and all of ours are.
 */
export async function answerUserinfo(provider: Provider, people: People, question: Question): Promise<Response> {
  const origin = question.headers["origin"] ?? "*";
  const headers = { "Access-Control-Allow-Origin": origin, Vary: "Origin", "Cache-Control": "no-store" };
  const presented = /^bearer +(?<token>[\w-]+)$/iu.exec(question.headers["authorization"] ?? "")?.groups?.["token"];
  const token = presented === undefined ? undefined : await provider.AccessToken.find(presented);
  const grant = token?.grantId === undefined ? undefined : await provider.Grant.find(token.grantId);
  const person = token === undefined || grant === undefined ? undefined : await people.find(token.accountId);
  const scopes = token?.scopes ?? new Set();
  if (person === undefined || !scopes.has("openid")) {
    const fault = person === undefined ? "invalid_token" : "insufficient_scope";
    return Response.json(
      {
        error: fault,
        error_description: person === undefined ? "the token opens nothing here" : "the token lacks openid",
      },
      {
        status: person === undefined ? 401 : 403,
        headers: {
          ...headers,
          "Access-Control-Expose-Headers": "WWW-Authenticate",
          "WWW-Authenticate": `Bearer error="${fault}"${person === undefined ? "" : ', scope="openid"'}`,
        },
      },
    );
  }
  const { sub, name, email, email_verified } = claimsOf(person);
  const claims = {
    sub,
    ...(scopes.has("profile") && name !== undefined && { name }),
    ...(scopes.has("email") && { email, email_verified }),
  };
  return Response.json(claims, { headers });
}
