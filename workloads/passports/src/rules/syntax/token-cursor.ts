/** Walks over the tokens of a source, one ahead. */
import type { RotaError } from "@rota/engine/errors";
import { ruleError } from "../rule-error.ts";
import { tokenAt, type Token } from "./tokens.ts";

const KEYWORDS = new Set(
  (
    "field let if then else assert do example property fact expect cases seed forall implies " +
    "true false none date qty fn"
  ).split(" "),
);

/** Levels of a tree: parentheses, calls, operators. It bounds the stack of whoever walks over the tree. */
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

  /** Takes the token at hand and goes on. */
  take(): Token {
    const taken = this.#token;
    this.#token = tokenAt(this.source, taken.end);
    return taken;
  }

  /** Goes on at an offset that somebody else has read up to. */
  jump(offset: number): void {
    this.#token = tokenAt(this.source, offset);
  }

  is(text: string): boolean {
    return (this.#token.kind === "symbol" || this.#token.kind === "word") && this.#token.text === text;
  }

  /** Takes the token if it is this one. */
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

  /** A name that is no keyword. */
  expectName(): string {
    if (this.#token.kind === "word" && KEYWORDS.has(this.#token.text)) {
      throw this.refusal(this.offset, `"${this.#token.text}" is a word of the language: choose another name`);
    }
    return this.expectKind("word", "a name").text;
  }

  /** A whole number of a few digits, such as a scale. */
  expectSmallInteger(what: string, max: number): number {
    const token = this.expectKind("integer", what);
    const value = Number(token.text);
    if (value > max) throw this.refusal(token.offset, `${what} is at most ${String(max)}`);
    return value;
  }

  /** Dotted words, such as `battery.capacity_kwh`; words of the language may be among them. */
  expectPath(): string {
    let path = this.expectKind("word", "a path").text;
    while (this.accept(".")) path += `.${this.expectKind("word", "a name").text}`;
    return path;
  }

  /** Runs what descends one level, and refuses to go too deep. */
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
