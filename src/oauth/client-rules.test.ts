import { describe, expect, test } from "vitest";
import { clientFault, clientMetadata, DEVICE_GRANT, documentMetadata } from "./client-rules.ts";

const registering = (stated: object): string | undefined =>
  clientFault(clientMetadata({ redirect_uris: ["https://app.example/callback"], ...stated }));

describe("what an application may not state of itself", () => {
  test.each([
    ["no address to be called back at", { redirect_uris: [] }],
    ["an address that is none", { redirect_uris: ["callback"] }],
    ["no list of addresses", { redirect_uris: "https://app.example" }],
    ["more than ten of them", { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://app.example/${at}`) }],
    ["a user name", { redirect_uris: ["https://evil@app.example/"] }],
    ["a fragment", { redirect_uris: ["https://app.example/#x"] }],
    ["a space", { redirect_uris: ["https://app.example/ x"] }],
    ["a backslash", { redirect_uris: ["https://app.example\\@evil.example/"] }],
    ["http elsewhere than here", { redirect_uris: ["http://evil.example/"] }],
    ["http on a host that begins like this machine", { redirect_uris: ["http://localhost.evil.example/"] }],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["a script in capitals", { redirect_uris: ["JaVaScRiPt:alert(1)"] }],
    ["a script behind a line", { redirect_uris: ["java\nscript:alert(1)"] }],
    ["a program of the system", { redirect_uris: ["ms-msdt:/id"] }],
    ["a letter", { redirect_uris: ["mailto:x@evil.example"] }],
    ["a shell", { redirect_uris: ["ssh://evil.example"] }],
    ["a name with a soft hyphen", { redirect_uris: ["https://app.example/"], client_name: "Cla\u00adude" }],
    ["a name with tags", { redirect_uris: ["https://app.example/"], client_name: "Claude\u{e0041}" }],
    ["a script behind a space", { redirect_uris: [" javascript:alert(1)"] }],
    ["data", { redirect_uris: ["data:text/html,x"] }],
    ["a file", { redirect_uris: ["file:///etc/passwd"] }],
    ["a blob", { redirect_uris: ["blob:https://app.example/1"] }],
    ["vbscript", { redirect_uris: ["vbscript:x"] }],
    ["about", { redirect_uris: ["about:blank"] }],
    ["a name that is long", { client_name: "x".repeat(101) }],
    ["a name that turns the line", { client_name: "Onpoint\u202e" }],
    ["a name that hides", { client_name: "On\u200bpoint" }],
    ["a name that shows nothing", { client_name: "\u3164" }],
    ["a name that is none", { client_name: { en: "x" } }],
    ["a grant of its own", { grant_types: ["client_credentials"] }],
    ["many contacts", { contacts: Array.from({ length: 6 }, () => "a@app.example") }],
  ])("%s", (_name, stated) => expect(registering(stated)).toMatch(/must/u));
});

describe("what clients in use state", () => {
  test.each([
    ["the web", ["https://claude.example/api/mcp/auth_callback"], "web"],
    ["loopback", ["http://127.0.0.1:33418/"], "native"],
    ["loopback of the newer kind", ["http://[::1]/callback"], "native"],
    ["loopback and the web", ["https://vscode.example/redirect", "http://localhost/"], "native"],
    ["a scheme of its own", ["cursor://anysphere.cursor-mcp/oauth/callback"], "native"],
  ])("is taken: %s", (_name, redirect_uris, application_type) => {
    const stated = { redirect_uris, application_type: "web", grant_types: ["authorization_code"], scope: "mcp" };
    const metadata = clientMetadata(stated);
    expect(clientFault(metadata)).toBeUndefined();
    expect(metadata).toEqual({
      redirect_uris,
      application_type,
      grant_types: ["authorization_code", "refresh_token"],
      refresh_token_by_scope: true,
    });
  });

  test.each([
    ["a grant without a person", ["client_credentials", "authorization_code"]],
    ["a password", ["password", "authorization_code"]],
    ["the code alone", ["authorization_code"]],
  ])("gets of the grants those that there are: %s", (_name, grant_types) => {
    const metadata = clientMetadata({ redirect_uris: ["https://app.example/"], grant_types });
    expect(clientFault(metadata)).toBeUndefined();
    expect(metadata.grant_types).toEqual(["authorization_code", "refresh_token"]);
  });

  test("is for devices beside a code of its own, or alone, and then nobody is sent anywhere", () => {
    const both = clientMetadata({
      redirect_uris: ["https://app.example/"],
      grant_types: ["authorization_code", DEVICE_GRANT],
    });
    expect(both).toMatchObject({ grant_types: ["authorization_code", "refresh_token", DEVICE_GRANT] });
    const alone = clientMetadata({ redirect_uris: ["javascript:alert(1)"], grant_types: [DEVICE_GRANT, "password"] });
    expect(alone).toMatchObject({
      grant_types: [DEVICE_GRANT, "refresh_token"],
      redirect_uris: [],
      response_types: [],
    });
    for (const metadata of [both, alone]) expect(clientFault(metadata)).toBeUndefined();
  });

  test("gets of the answers the one that there is", () => {
    const metadata = clientMetadata({
      redirect_uris: ["https://app.example/"],
      response_types: ["code", "token", "id_token"],
    });
    expect(metadata.response_types).toEqual(["code"]);
  });

  test.each([
    ["client_uri", "javascript:alert(1)"],
    ["client_uri", "http://app.example"],
    ["client_uri", "https://name@app.example/"],
    ["logo_uri", ""],
    ["logo_uri", "data:image/svg+xml,<svg onload=alert(1)>"],
    ["tos_uri", "javascript:alert(1)"],
    ["policy_uri", "x"],
    ["policy_uri", 7],
  ])("loses a link that leads to no web page: %s %s", (field, link) => {
    const metadata = clientMetadata({ redirect_uris: ["https://app.example/"], [field]: link });
    expect(clientFault(metadata)).toBeUndefined();
    expect(metadata).not.toHaveProperty(field);
  });

  test("keeps a link to a web page", () => {
    const client_uri = "https://app.example";
    expect(clientMetadata({ redirect_uris: ["https://app.example/"], client_uri })).toMatchObject({ client_uri });
  });

  test("what it may not choose is left out", () => {
    const metadata = clientMetadata({
      redirect_uris: ["https://app.example/"],
      client_id: "mine",
      client_secret: "mine",
      skip_consent: true,
      jwks_uri: "http://169.254.169.254/",
      sector_identifier_uri: "https://internal.example/",
      id_token_signed_response_alg: "none",
      refresh_token_by_scope: false,
      own_id: true,
      ["__proto__"]: { admin: true },
    });
    expect(Object.keys(metadata).toSorted()).toEqual([
      "application_type",
      "grant_types",
      "redirect_uris",
      "refresh_token_by_scope",
    ]);
    expect(metadata["refresh_token_by_scope"]).toBe(true);
  });

  test.each(["http://127.0.0.1:5173", "http://localhost/app", "http://[::1]:5173/"])(
    "a home on the developer's machine is left out, registered or in a document: %s",
    (client_uri) => {
      const stated = { redirect_uris: ["http://localhost/"], client_uri };
      for (const metadata of [clientMetadata(stated), documentMetadata(stated)]) {
        expect(clientFault(metadata)).toBeUndefined();
        expect(metadata).not.toHaveProperty("client_uri");
      }
    },
  );

  test("a document keeps what is forbidden in it, to be refused, and loses what would be fetched", () => {
    const stated = {
      client_id: "https://app.example/client",
      redirect_uris: ["http://localhost/"],
      client_secret: "x",
      jwks_uri: "http://10.0.0.1/",
    };
    const metadata = documentMetadata(stated);
    expect(metadata).toMatchObject({
      client_secret: "x",
      token_endpoint_auth_method: "none",
      application_type: "native",
    });
    expect(metadata).not.toHaveProperty("jwks_uri");
  });
});
