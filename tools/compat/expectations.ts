/** Builds expectations: a name in a document, and how a client of the replaced systems finds it. */
import { expect, vi } from "vitest";
import type { OldClient } from "./old-client.ts";

export const WAIT = { timeout: 60_000, interval: 100 };

/** Name in a document. `find` rejects, or resolves to false, when the client does not find it. */
export type Expectation = { readonly name: string; readonly find: (client: OldClient) => unknown };

export const exchange = (name: string, type: string): Expectation => ({
  name: `exchange ${name}, ${type}, durable`,
  find: ({ onChannel }) => onChannel((channel) => channel.assertExchange(name, type, { durable: true })),
});

export const queue = (name: string, args: Readonly<Record<string, string>> = {}): Expectation => ({
  name: `queue ${name}, durable, with the arguments ${JSON.stringify(args)}`,
  find: ({ onChannel }) => onChannel((channel) => channel.assertQueue(name, { durable: true, arguments: args })),
});

export const consumers = (name: string, least: number): Expectation => ({
  name: `${String(least)} consumers of ${name}`,
  find: ({ onChannel }) =>
    vi.waitUntil(() => onChannel(async (channel) => (await channel.checkQueue(name)).consumerCount >= least), WAIT),
});

/** Messages of a task came by a routing key, known by the form of its id. They have fields. Others may come by the same key. */
export const message = (key: string, fields: readonly string[], instanceId: RegExp): Expectation => ({
  name: `messages by task.${key} with ${fields.join(", ")}`,
  async find({ broker }) {
    const messages = (await broker.peek(`copy.${key}`)).map(read);
    const found = messages.filter(({ taskInstanceId }) => instanceId.test(String(taskInstanceId)));
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      expect(Object.keys(each)).toEqual(expect.arrayContaining([...fields, "taskInstanceId", "chunkId"]));
      expect(each["chunkId"]).toBe(`${String(each["taskInstanceId"])}_chunk_${String(each["chunkNumber"])}`);
    }
  },
});

/** Fields of the documents that no message carries. */
export const leftOut = (key: string, fields: readonly string[], reason: string): Expectation => ({
  name: `no message by task.${key} with ${fields.join(", ")}: ${reason}`,
  async find({ broker }) {
    for (const each of (await broker.peek(`copy.${key}`)).map(read))
      expect(Object.keys(each).filter((field) => fields.includes(field))).toEqual([]);
  },
});

type Asked = { readonly method?: string; readonly path: string; readonly body?: object; readonly status?: number };

/** A path answers with fields. `{id}` is the election that was counted. */
export const path = (
  { method = "GET", path: asked, body, status = 200 }: Asked,
  fields: readonly string[] = [],
): Expectation => ({
  name: `${method} ${asked} answers ${String(status)}${fields.length === 0 ? "" : ` with ${fields.join(", ")}`}`,
  async find({ ask, electionId }) {
    const withId = (text: string): string => text.replaceAll("{id}", electionId);
    const given: unknown = body === undefined ? undefined : JSON.parse(withId(JSON.stringify(body)));
    const answer = await ask(method, withId(asked), given === undefined ? undefined : read(JSON.stringify(given)));
    expect(answer).toMatchObject({ status });
    const [first = answer.body] = itemsOf(answer.body);
    expect(Object.keys(read(JSON.stringify(first)))).toEqual(expect.arrayContaining([...fields]));
  },
});

export const metric = (name: string): Expectation => ({
  name: `metric ${name} by queue`,
  find: async ({ metrics }) => expect(await metrics()).toMatch(new RegExp(`^${name}\\{queue="[^"]+"\\} \\d+$`, "m")),
});

export const computes = (asked: string): Expectation => ({
  name: `POST ${asked} of the crypto service`,
  find: async ({ compute }) => expect((await compute(asked)).status).not.toBe(404),
});

export function read(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const items = read(JSON.stringify(body))["items"];
  return Array.isArray(items) ? items : [];
}

/** Matches a text. */
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const METADATA = ["userEmail", "startTime", "expectedEndTime", "operationType", "lockKey", "context"];
export const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A lock is in Redis as JSON while its phase runs. */
export const lock = (key: string, operationType: string): Expectation => ({
  name: `GET ${key} in Redis: JSON with ${METADATA.join(", ")}, of operation ${operationType}`,
  find({ locks, electionId }) {
    const lockKey = key.replace("{electionId}", electionId).replace("{guardianId}", "1");
    const seen = locks.find((one) => one.key === lockKey);
    const value = read(seen?.value ?? "{}");
    expect(Object.keys(value)).toEqual(expect.arrayContaining(METADATA));
    expect(value).toMatchObject({ operationType, lockKey });
    expect(value["userEmail"]).toMatch(/./);
    expect(value["startTime"]).toMatch(UTC);
    expect(seen?.ttlSeconds).toBeGreaterThan(0);
  },
});

/** The answer to a request for a phase while its lock is held. */
export const lockedAnswer = (name: string, key: RegExp, expected: object): Expectation => ({
  name,
  find({ locks }) {
    const answer = locks.find((one) => key.test(one.key))?.answer;
    expect(answer).toMatchObject({ status: 200, body: expected });
  },
});
