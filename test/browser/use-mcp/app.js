import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { onMcpAuthorization } from "use-mcp";
import { useMcp } from "use-mcp/react";

/** An application in a browser that signs people in through a popup, as the package's own example does. */
function Application() {
  const url = new URLSearchParams(location.search).get("mcp");
  const { state, tools, error } = useMcp({ url, clientName: "A research application", autoReconnect: false });
  const names = tools.map(({ name }) => name).join(" ");
  return createElement("p", { role: "status" }, `${state} ${tools.length} ${error ?? ""} ${names}`);
}

if (location.pathname === "/oauth/callback") void onMcpAuthorization();
else createRoot(document.querySelector("main")).render(createElement(Application));
