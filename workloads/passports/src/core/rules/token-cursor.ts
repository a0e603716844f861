/** Splits a rule source into tokens and reads them with a lookahead of one. */
import type { RotaError } from "@rota/engine/errors";
import { objectionToText } from "../canonical/canonical-json.ts";
import { ruleError } from "./rule-error.ts";

const KEYWORDS = new Set(
  (
    "field let if then else assert do example property fact expect cases seed forall implies " +
    "true false none date qty fn"
  ).split(" "),
);

/** Maximum number of levels of parentheses, calls and operators. It bounds the stack of every function that walks the tree. */
export const NESTING_MAX = 200;

export class TokenCursor {
  readonly source: string;
  #token: Token;
  #level = 0;

  constructor(source: string) {
    this.source = source;
    this.#token = tokenAt(source, 0);
  }

  get token(): Token {
    return this.#token;
  }

  get offset(): number {
    return this.#token.offset;
  }

  /** Returns the current token and moves to the next one. */
  take(): Token {
    const taken = this.#token;
    this.#token = tokenAt(this.source, taken.end);
    return taken;
  }

  /** Continues at an offset up to which another parser has read. */
  jump(offset: number): void {
    this.#token = tokenAt(this.source, offset);
  }

  is(text: string): boolean {
    return (this.#token.kind === "symbol" || this.#token.kind === "word") && this.#token.text === text;
  }

  /** Consumes the current token if it has this text. */
  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.take();
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) throw this.unexpected(`"${text}"`);
    return this.take();
  }

  expectKind(kind: Token["kind"], what: string): Token {
    if (this.#token.kind !== kind) throw this.unexpected(what);
    return this.take();
  }

  /** Consumes a name that is not a keyword. */
  expectName(): string {
    if (this.#token.kind === "word" && KEYWORDS.has(this.#token.text)) {
      throw this.refusal(this.offset, `"${this.#token.text}" is a word of the language: choose another name`);
    }
    return this.expectKind("word", "a name").text;
  }

  /** Consumes a small whole number, such as a scale. */
  expectSmallInteger(what: string, max: number): number {
    const token = this.expectKind("integer", what);
    const value = Number(token.text);
    if (value > max) throw this.refusal(token.offset, `${what} is at most ${String(max)}`);
    return value;
  }

  /** Consumes dotted words, such as `battery.capacity_kwh`, which may include keywords. */
  expectPath(): string {
    let path = this.expectKind("word", "a path").text;
    while (this.accept(".")) path += `.${this.expectKind("word", "a name").text}`;
    return path;
  }

  /** Runs a function one level deeper, and refuses too many levels. */
  nested<Result>(descend: () => Result): Result {
    if (this.#level >= NESTING_MAX) throw this.tooDeep(this.offset);
    this.#level++;
    const result = descend();
    this.#level--;
    return result;
  }

  tooDeep(offset: number): RotaError {
    return this.refusal(offset, `nested deeper than ${String(NESTING_MAX)} levels: use let, or another field`);
  }

  unexpected(wanted: string): RotaError {
    const { kind, text } = this.#token;
    const found = kind === "end" ? "the source ends" : `found ${kind === "text" ? "a text" : `"${text}"`}`;
    return this.refusal(this.offset, `${wanted} was expected, but ${found}`);
  }

  refusal(offset: number, message: string): RotaError {
    return ruleError(this.source, { code: "RULE_PARSE_ERROR", offset, message });
  }
}

type Token = {
  readonly kind: "word" | "integer" | "decimal" | "text" | "symbol" | "end";
  /** Text as it is written. For a text literal, its decoded value. */
  readonly text: string;
  readonly offset: number;
  readonly end: number;
};

const SKIPPED = /(?:[ \t\r\n]|--[^\n]*)*/y;
const SYMBOLS = /=>|==|!=|<=|>=|&&|\|\||[()[\]{},;:.=<>!+\-*/]/y;
const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /\d+(?:\.\d+)?(?![\w])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** Maximum number of digits of a literal. */
const DIGITS_MAX = 100;

/** Returns the token at the offset, after any white space and comments. */
function tokenAt(source: string, offset: number): Token {
  const start = offset + (match(SKIPPED, source, offset)?.length ?? 0);
  const make = (kind: Token["kind"], written: string, text = written): Token => ({
    kind,
    text,
    offset: start,
    end: start + written.length,
  });
  if (start >= source.length) return make("end", "");
  if (source[start] === '"') return textToken(source, start);
  const word = match(WORD, source, start);
  if (word !== undefined) return make("word", word);
  const number = match(NUMBER, source, start);
  if (number !== undefined)
    return make(number.includes(".") ? "decimal" : "integer", checkedNumber(source, start, number));
  const symbol = match(SYMBOLS, source, start);
  if (symbol !== undefined) return make("symbol", symbol);
  throw refusal(source, start, objectionTo(source, start));
}

function checkedNumber(source: string, offset: number, number: string): string {
  if (number.length <= DIGITS_MAX) return number;
  throw refusal(source, offset, `a number has more than ${String(DIGITS_MAX)} digits`);
}

function objectionTo(source: string, offset: number): string {
  const character = String.fromCodePoint(source.codePointAt(offset) ?? 0);
  if (character === "λ" || character === "\\") return "functions are written fn(x) => …";
  if (character === "@") return 'fields are read with field("path"), not with @path';
  if (/\d/.test(character)) return "a number is followed by letters";
  return `${JSON.stringify(character)} is no part of the rule language`;
}

/** Uses a loop, because a regular expression needs stack for every character of a long text. */
function textToken(source: string, start: number): Token {
  let index = start + 1;
  while (source[index] !== '"') {
    const unit = source.charCodeAt(index);
    if (Number.isNaN(unit)) throw refusal(source, start, "the text that begins here does not end");
    if (unit < 0x20) throw refusal(source, index, "a control character stands in a text: escape it");
    const escape = unit === 0x5c ? match(ESCAPE, source, index) : undefined;
    if (unit === 0x5c && escape === undefined) throw refusal(source, index, "texts have the escapes of JSON only");
    index += escape?.length ?? 1;
  }
  const decoded: unknown = JSON.parse(source.slice(start, index + 1));
  const text = String(decoded);
  const objection = objectionToText(text);
  if (objection !== undefined) throw refusal(source, start, objection);
  return { kind: "text", text, offset: start, end: index + 1 };
}

function match(pattern: RegExp, source: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0];
}

function refusal(source: string, offset: number, message: string) {
  return ruleError(source, { code: "RULE_PARSE_ERROR", offset, message });
}
