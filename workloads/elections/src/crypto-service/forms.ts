/** The two forms of requests and answers: JSON, and MessagePack with the same maps. */
import { decode, encode } from "@msgpack/msgpack";
import { RotaError } from "@rota/engine/errors";
import { readJson, type JsonValue } from "../records/json-reader.ts";

export type Form = "json" | "msgpack";

const MSGPACK = /^application\/(?:x-|vnd\.)?msgpack\b/i;

/** By the content type of the request; JSON unless it says otherwise. */
export function formOf(contentType: string | undefined): Form {
  return MSGPACK.test(contentType ?? "") ? "msgpack" : "json";
}

export function contentTypeOf(form: Form): string {
  return form === "json" ? "application/json; charset=utf-8" : "application/msgpack";
}

/** What is read as JSON is checked alike, whatever form it came in. */
export function readForm(form: Form, body: Uint8Array): JsonValue {
  const text = form === "json" ? new TextDecoder().decode(body) : jsonOf(body);
  return readJson(text, "request");
}

export function writeForm(form: Form, answer: object): Uint8Array {
  const text = JSON.stringify(answer);
  return form === "json" ? new TextEncoder().encode(text) : encode(JSON.parse(text));
}

function jsonOf(body: Uint8Array): string {
  try {
    return JSON.stringify(decode(body));
  } catch (cause) {
    const message = "the request is no MessagePack: send one map, with numbers of the group as decimal digits in text";
    throw new RotaError("ELECTION_RECORD_INVALID", message, {}, { cause });
  }
}
