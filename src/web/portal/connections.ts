import type { Service } from "./service.ts";

/** How one application is connected: what to do, then what to copy. */
export type Connection = {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly string[];
  readonly copies: readonly { readonly label: string; readonly text: string }[];
};

const KEY = "$ONPOINT_KEY";

/** What a person does in each application, with the addresses of this service; a key stands as `$ONPOINT_KEY`. */
export function connections({ baseUrl, apiUrl }: Pick<Service, "baseUrl" | "apiUrl">): readonly Connection[] {
  const url = `${baseUrl}/mcp`;
  return [...chats(url), ...editors(url), ...terminals(url, baseUrl, apiUrl)];
}

function chats(url: string): readonly Connection[] {
  return [
    {
      id: "claude",
      name: "Claude",
      steps: [
        "In Claude on the web or the desktop: Settings, Connectors, Add custom connector.",
        "Give it the name Onpoint and the address below, add it, then press Connect and sign in here. The service has to be reachable from the internet.",
        "In Claude Code: run one of the commands. The first signs in by the browser (type /mcp there), the second uses a key.",
      ],
      copies: [
        { label: "Address", text: url },
        { label: "Claude Code, by signing in", text: `claude mcp add --transport http onpoint ${url}` },
        {
          label: "Claude Code, with a key",
          text: `claude mcp add --transport http onpoint ${url} --header "Authorization: Bearer ${KEY}"`,
        },
      ],
    },
    {
      id: "chatgpt",
      name: "ChatGPT",
      steps: [
        "Settings, Apps & Connectors, Advanced settings: turn Developer mode on. In a workspace an administrator allows it first.",
        "Back in the connectors choose Create, give the name Onpoint and the address below, and OAuth for the authentication; then sign in here. The service has to be reachable from the internet by https.",
      ],
      copies: [{ label: "Address", text: url }],
    },
  ];
}

function editors(url: string): readonly Connection[] {
  const headers = { Authorization: "Bearer ${input:onpoint-key}" };
  return [
    {
      id: "cursor",
      name: "Cursor",
      steps: [
        "Put the first settings into .cursor/mcp.json of a project, or ~/.cursor/mcp.json for all; Cursor then asks you to sign in here.",
        "With a key instead: set the variable ONPOINT_KEY where Cursor is started, and use the second.",
      ],
      copies: [
        { label: "mcp.json, by signing in", text: json({ mcpServers: { onpoint: { url } } }) },
        {
          label: "mcp.json, with a key",
          text: json({
            mcpServers: { onpoint: { url, headers: { Authorization: "Bearer ${env:ONPOINT_KEY}" } } },
          }),
        },
      ],
    },
    {
      id: "vscode",
      name: "VS Code",
      steps: [
        "Put the first settings into .vscode/mcp.json, or run MCP: Add Server. VS Code opens the page to sign in on.",
        "With a key instead: the second asks for it once and keeps it.",
      ],
      copies: [
        { label: ".vscode/mcp.json, by signing in", text: json({ servers: { onpoint: { type: "http", url } } }) },
        {
          label: ".vscode/mcp.json, with a key",
          text: json({
            inputs: [{ type: "promptString", id: "onpoint-key", description: "Onpoint API key", password: true }],
            servers: { onpoint: { type: "http", url, headers } },
          }),
        },
      ],
    },
    {
      id: "copilot",
      name: "GitHub Copilot",
      steps: [
        "In VS Code, Copilot uses what stands under VS Code.",
        "In the command line of Copilot: put the settings into ~/.copilot/mcp-config.json, or type /mcp add.",
      ],
      copies: [
        {
          label: "mcp-config.json",
          text: json({
            mcpServers: {
              onpoint: { type: "http", url, headers: { Authorization: `Bearer ${KEY}` }, tools: ["*"] },
            },
          }),
        },
      ],
    },
  ];
}

function terminals(url: string, baseUrl: string, apiUrl: string): readonly Connection[] {
  const key = `-H "Authorization: Bearer ${KEY}"`;
  const typed = '-H "Content-Type: application/json"';
  return [
    {
      id: "inspector",
      name: "MCP Inspector",
      steps: [
        "The first command opens the inspector in the browser: choose Streamable HTTP and the address, then Connect, which leads here to sign in.",
        "The second lists the tools in the terminal, with a key.",
      ],
      copies: [
        { label: "In the browser", text: "npx @modelcontextprotocol/inspector" },
        {
          label: "In the terminal",
          text: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/list --header "Authorization: Bearer ${KEY}"`,
        },
      ],
    },
    {
      id: "curl",
      name: "curl",
      steps: ["Set the variable ONPOINT_KEY to a key. The first lists the tools, the second searches by the HTTP API."],
      copies: [
        {
          label: "Tools",
          text: [
            `curl -s ${baseUrl}/mcp/v4`,
            `  ${key}`,
            `  ${typed}`,
            '  -H "Accept: application/json, text/event-stream"',
            `  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
          ].join(" \\\n"),
        },
        {
          label: "Search",
          text: [
            `curl -s ${apiUrl}/search`,
            `  ${key}`,
            `  ${typed}`,
            `  -d '{"query": "negligen! W/10 (damages OR plaintiff)", "mode": "keyword"}'`,
          ].join(" \\\n"),
        },
      ],
    },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
