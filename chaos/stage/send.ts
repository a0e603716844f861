/** Sends requests that have no generated types, and reads single values of the answers. */
import { randomUUID } from "node:crypto";
import { patientFetch } from "./patient-fetch.ts";

export type Sent = {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Rejects unless the status is 2xx. Every request has its own idempotency key, which stays the same when it is sent
 * again.
 */
export type Send = (sent: Sent) => Promise<unknown>;

export function createSend(url: string, key: string): Send {
  return async ({ method = "POST", path, body = {}, headers = {} }) => {
    const own = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID(), ...headers };
    const answer = await patientFetch(
      method === "GET"
        ? new Request(`${url}${path}`, { headers: own })
        : new Request(`${url}${path}`, {
            method,
            headers: { ...own, "content-type": "application/json" },
            body: JSON.stringify(body),
          }),
    );
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${String(answer.status)}: ${await answer.text()}`);
    return answer.json();
  };
}

/** Returns the text at a path of an answer: `textAt(answer, "snapshot", "status")`. */
export function textAt(answer: unknown, ...names: readonly string[]): string {
  const value = valueAt(answer, ...names);
  if (typeof value === "string") return value;
  throw new Error(`${names.join(".")} is no text in ${JSON.stringify(answer).slice(0, 500)}`);
}

export function listAt(answer: unknown, name: string): readonly unknown[] {
  const value = valueAt(answer, name);
  return Array.isArray(value) ? value : [];
}

export function valueAt(answer: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => new Map(Object.entries(value ?? {})).get(name), answer);
}
