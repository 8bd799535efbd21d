import { messageOf, systemCodeOf } from "#base/errors.ts";

/** Why no answer came, and what an operator can do about it where that is known. */
export type NoConnection = { readonly failure: string; readonly hint?: string };

/** As OpenSSL names them; Node's own begins with `ERR_TLS_CERT`. */
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|.*_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY))/u;

/** What the network threw, in words. */
export function noConnection(thrown: unknown): NoConnection {
  const code = systemCodeOf(thrown) ?? "";
  // Behind a semicolon Node says what it would do.
  const [said = ""] = messageOf(thrown).split(";");
  if (CERTIFICATE.test(code)) {
    return {
      failure: `its certificate is not trusted: ${said}`,
      hint: "Name the file of the certificate that signs it in ONPOINT_SEARCH_CA_FILE, and the host in ONPOINT_SEARCH_URL as the certificate names it.",
    };
  }
  if (code === "EPROTO") {
    return {
      failure: "it does not speak TLS",
      hint: "Where OpenSearch speaks no TLS the address in ONPOINT_SEARCH_URL begins with http://.",
    };
  }
  return { failure: said };
}
