import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import type { Derivation } from "#derivations/derivations.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What decides over a result, by name: a file by its path, a package as `npm:name`. The value changes when it does. */
export type Sources = Readonly<Record<string, string>>;

/** Folders without a rule of law or language: how something is stored or run decides nothing over what comes out. */
const NO_RULES = /^src\/(?:base|db|derivations)\//u;
/** The same of packages. */
const RUNS_ONLY: ReadonlySet<string> = new Set(["kysely", "zod"]);

type Node = { readonly type: string; readonly [member: string]: unknown };
type Parsed = { readonly hash: string; readonly imports: readonly string[] };

const parsed = new Map<string, Parsed>();

/** Everything that these files reach by imports of values, by threads they start and by tables they read. */
export function sourcesOf({ rules, given = [] }: Pick<Derivation, "rules" | "given">): Sources {
  const found = new Map<string, string>();
  const due = [...rules];
  for (let path = due.pop(); path !== undefined; path = due.pop()) {
    if (found.has(path) || NO_RULES.test(path) || given.some((folder) => path.startsWith(folder))) continue;
    if (path.startsWith("npm:")) {
      const name = path.slice("npm:".length);
      if (!RUNS_ONLY.has(name)) found.set(path, versionOf(name));
      continue;
    }
    const { hash, imports } = path.endsWith(".ts") ? parse(path) : { hash: hashOf(textOf(path)), imports: [] };
    found.set(path, hash);
    due.push(...imports);
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function parse(path: string): Parsed {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const { hash, imports } = read(path, textOf(path));
  const made = { hash, imports: imports.flatMap((specifier) => targetsOf(path, specifier)) };
  parsed.set(path, made);
  return made;
}

/** The hash of a module without comments, layout and types, and what it names to be loaded, as it is written. */
export function read(path: string, text: string): { readonly hash: string; readonly imports: readonly string[] } {
  const { program, errors } = parseSync(path, text, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ""}`);
  const imports: string[] = [];
  const normal = withoutTypes(program, imports);
  return { hash: hashOf(JSON.stringify(normal)), imports };
}

/** Members that say where or how something is written, or of which type it is. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "start",
  "end",
  "hashbang",
  "typeAnnotation",
  "returnType",
  "typeParameters",
  "typeArguments",
  "superTypeArguments",
  "implements",
  "importKind",
  "exportKind",
  "accessibility",
  "override",
  "readonly",
  "definite",
]);
const IS_TYPE = /^TS(?:Interface|TypeAlias|DeclareFunction|Module)/u;
const WRAPS_TYPE = /^TS(?:As|Satisfies|NonNull|TypeAssertion|Instantiation)/u;

function withoutTypes(value: unknown, imports: string[]): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    return value.filter((one) => !isOfTypes(one)).map((one) => withoutTypes(one, imports));
  }
  const node = value as Node;
  if (WRAPS_TYPE.test(node.type)) return withoutTypes(node["expression"], imports);
  imports.push(...loadedBy(node));
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([member, held]) => !SAYS_NOTHING.has(member) && !(member === "raw" && isLiteral(node)) && !isOfTypes(held),
      )
      .map(([member, held]) => [member, withoutTypes(held, imports)]),
  );
}

function isLiteral({ type }: Node): boolean {
  return type === "Literal";
}

/** What is gone when the program runs. */
function isOfTypes(value: unknown): boolean {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const { type, importKind, exportKind, declaration } = value as Node;
  if (typeof type !== "string") return false;
  return IS_TYPE.test(type) || importKind === "type" || exportKind === "type" || isOfTypes(declaration);
}

/** What a node has loaded: a module that it imports, or a file beside it of which it makes the address. */
function loadedBy(node: Node): string[] {
  if (/^(?:Import|Export(?:Named|All))Declaration$|^ImportExpression$/u.test(node.type)) {
    const source = node["source"] as Node | null;
    return typeof source?.["value"] === "string" ? [source["value"]] : [];
  }
  const address = addressIn(node);
  if (typeof address?.["value"] === "string") return [relative(address["value"])];
  const quasis = address?.type === "TemplateLiteral" ? (address["quasis"] as Node[]) : [];
  const pattern = quasis.map(({ value }) => (value as { readonly cooked: string }).cooked).join("*");
  return pattern === "" ? [] : [relative(pattern)];
}

/** What stands for a file in `new URL(file, import.meta.url)` and `join(import.meta.dirname, file)`. */
function addressIn(node: Node): Node | undefined {
  const callee = (node["callee"] as Node | undefined)?.["name"];
  const [first, second] = (node["arguments"] ?? []) as (Node | undefined)[];
  if (node.type === "NewExpression" && callee === "URL" && isOfThisModule(second)) return first;
  if (node.type === "CallExpression" && callee === "join" && isOfThisModule(first)) return second;
  return undefined;
}

function isOfThisModule(node: Node | undefined): boolean {
  return (node?.["object"] as Node | undefined)?.type === "MetaProperty";
}

function relative(address: string): string {
  return address.startsWith(".") ? address : `./${address}`;
}

/** The files of the repository, or the package, that a module names. */
function targetsOf(from: string, specifier: string): string[] {
  if (specifier.startsWith("node:")) return [];
  if (specifier.startsWith("#")) return [`src/${specifier.slice(1)}`];
  if (!specifier.startsWith(".")) {
    const [scope = "", name = ""] = specifier.split("/");
    return [`npm:${scope.startsWith("@") ? `${scope}/${name}` : scope}`];
  }
  const path = posix.normalize(posix.join(posix.dirname(from), specifier));
  return path.includes("*") ? globSync(path, { cwd: ROOT }).map((one) => one.replaceAll("\\", "/")) : [path];
}

let versions: Readonly<Record<string, { readonly version?: string }>> | undefined;

function versionOf(name: string): string {
  versions ??= (JSON.parse(textOf("package-lock.json")) as { packages: NonNullable<typeof versions> }).packages;
  return versions[`node_modules/${name}`]?.version ?? "none";
}
