import { Tokenizer } from "htmlparser2";
import { PageBuilder } from "./page-builder.ts";
import type { Page } from "./page.ts";

/**
 * Reads a page as a browser would show it. Whatever is not HTML becomes a page of few lines; throws PageFault only
 * where tables stand too deep within tables to be a court's. Tags are taken one by one, as no parser that keeps elements
 * in order understands cells that are closed twice.
 */
export function readHtml(html: string): Page {
  const reader = new TagReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.builder.end();
}

/** Attributes that a page of records is read by. */
const READ = new Set(["href", "onclick", "id", "title", "type", "name", "value"]);

class TagReader {
  readonly builder = new PageBuilder();
  readonly #html: string;
  #name = "";
  #attributes: Record<string, string> = {};
  #attribute = "";
  #value = "";

  constructor(html: string) {
    this.#html = html;
  }

  ontext(start: number, end: number): void {
    this.builder.text(this.#html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.builder.text(String.fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number): void {
    this.builder.text(this.#html.slice(start, end));
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (READ.has(this.#attribute)) this.#attributes[this.#attribute] ??= this.#value;
  }

  onopentagend(): void {
    this.builder.open(this.#name, this.#attributes);
  }

  onselfclosingtag(): void {
    this.builder.open(this.#name, this.#attributes);
  }

  onclosetag(start: number, end: number): void {
    this.builder.close(this.#html.slice(start, end).toLowerCase());
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
