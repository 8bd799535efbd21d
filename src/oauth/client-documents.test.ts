import { expect, test } from "vitest";
import { talkOnSqlite } from "#test/oauth/on-sqlite.ts";
import { AUTH_URL, pkce } from "#test/oauth/protocol.ts";

const ID = "https://app.example/oauth/client.json";
const CALLBACK = "http://127.0.0.1:5000/callback";
const DOCUMENT = { client_id: ID, client_name: "A host", redirect_uris: ["http://127.0.0.1/callback"] };

/** Goes through with a client that is known by `document`, as read at its id. */
async function goThrough(document: unknown, clientId = ID): Promise<{ back: URL; read: string[] }> {
  const read: string[] = [];
  const fetchDocument = async (url: string | URL): Promise<Response> => {
    read.push(String(url));
    return typeof document === "string" ? new Response(document) : Response.json(document);
  };
  return talkOnSqlite(
    async (t) => {
      const asked = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: CALLBACK,
        scope: "openid",
        resource: AUTH_URL,
      };
      return { back: await t.authorize({ ...asked, ...pkce().parameters }), read };
    },
    { fetchDocument },
  );
}

test("an application is known by the document at its id", async () => {
  const { back, read } = await goThrough(DOCUMENT);
  expect(back.origin).toBe("http://127.0.0.1:5000");
  expect(back.searchParams.get("code")).toMatch(/^[\w-]{43}$/u);
  expect(new Set(read)).toEqual(new Set([ID]));
});

test.each<[string, unknown]>([
  ["of another id", { ...DOCUMENT, client_id: "https://evil.example/client.json" }],
  ["that shares a secret", { ...DOCUMENT, client_secret: "x", token_endpoint_auth_method: "client_secret_post" }],
  ["with a secret alone", { ...DOCUMENT, client_secret: "x" }],
  ["that is called back by a script", { ...DOCUMENT, redirect_uris: ["javascript:alert(1)"] }],
  ["whose home is a script", { ...DOCUMENT, client_uri: "javascript:alert(1)" }],
  ["with a name that hides", { ...DOCUMENT, client_name: "On\u200bpoint" }],
  ["that is large", { ...DOCUMENT, padding: "x".repeat(6 * 1024) }],
  ["that is a list", [DOCUMENT]],
  ["that is no JSON", "<html>"],
  ["called back elsewhere", { ...DOCUMENT, redirect_uris: ["https://app.example/other"] }],
])("a document %s lets nobody in", async (_name, document) => {
  expect((await goThrough(document)).back.href).toBe("about:blank");
});

test.each([
  "http://app.example/c",
  "https://app.example/a/../c",
  "https://app.example/%2e%2e/c",
  "https://u@app.example/c",
  "https://app.example/c#x",
])("nothing is read at %s", async (id) => {
  const { back, read } = await goThrough({ ...DOCUMENT, client_id: id }, id);
  expect([back.href, read]).toEqual(["about:blank", []]);
});

test("where documents are not read, none is", async () => {
  await talkOnSqlite(
    async (t) => {
      const back = await t.authorize({
        response_type: "code",
        client_id: ID,
        redirect_uri: CALLBACK,
        ...pkce().parameters,
      });
      expect(back.href).toBe("about:blank");
      const metadata = (await (await t.ask("GET", "/.well-known/oauth-authorization-server")).json()) as object;
      expect(metadata).not.toHaveProperty("client_id_metadata_document_supported");
    },
    { rules: { clientDocuments: "closed" }, fetchDocument: async () => Promise.reject(new Error("was read")) },
  );
});
