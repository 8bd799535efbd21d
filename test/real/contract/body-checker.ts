import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";

type Content = Readonly<Record<string, { readonly schema: object }>>;
type Operation = {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
};

/** What this reads of an OpenAPI document. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** What is wrong with the body of an operation's request, or of its answer with a status, by a validator's words. */
export type CheckBody = (method: string, path: string, which: string, body: unknown) => readonly string[];

const FORMATS = {
  date: /^\d{4}-\d{2}-\d{2}$/u,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u,
  uri: (text: string): boolean => URL.canParse(text),
};

/** Reads the schemas as the served document has them; knows nothing of what they were made from. */
export function bodyChecker(document: Document): CheckBody {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  ajv.addSchema({ $id: "openapi", components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (method, path, which, body) => {
    const place = `${method} ${path} ${which}`;
    const validate = compiled.get(place) ?? ajv.compile(absolute(schemaAt(document, method, path, which)));
    compiled.set(place, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).slice(0, 5).map((error) => `${place}${error.instancePath} ${error.message ?? ""}`);
  };
}

function schemaAt(document: Document, method: string, path: string, which: string): object {
  const operation = document.paths[path]?.[method];
  const body = which === "request" ? operation?.requestBody : operation?.responses[which];
  const [media] = Object.values(body?.content ?? {});
  if (media === undefined) throw new Error(`the document has no ${method} ${path} ${which}`);
  return media.schema;
}

/** References lead into the document, wherever the schema is compiled. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object;
}
