/** A cookie of this host alone, such as the one that keeps a person signed in to the service. */
export type SessionCookie = {
  /** The token in the cookies a browser sends. */
  readonly read: (cookies: string | undefined) => string | undefined;
  readonly write: (token: string, maxAge_s: number) => string;
  readonly clear: () => string;
};

/**
 * Over https no other host and no page under another path can set or replace it (`__Host-`, RFC 6265bis). Of two with
 * its name none is believed.
 */
export function sessionCookie(serviceUrl: string): SessionCookie {
  return hostCookie(serviceUrl, "onpoint");
}

/** The cookie by which a browser is known in which somebody has signed in before. It opens nothing. */
export function browserCookie(serviceUrl: string): SessionCookie {
  return hostCookie(serviceUrl, "onpoint-browser");
}

/** The cookie by which a browser is known again that went to an identity provider. It opens nothing. */
export function firmCookie(serviceUrl: string): SessionCookie {
  return hostCookie(serviceUrl, "onpoint-firm");
}

function hostCookie(serviceUrl: string, plainName: string): SessionCookie {
  const isSecure = serviceUrl.startsWith("https:");
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read: (cookies) => {
      const found = (cookies ?? "").split(";").flatMap((pair) => {
        const [key, value] = pair.trim().split("=", 2);
        return key === name && value !== undefined ? [value] : [];
      });
      return found.length === 1 ? found[0] : undefined;
    },
    write: (token, maxAge_s) => `${name}=${token}; Max-Age=${maxAge_s}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
