/** Tests of repeated requests: the change and its response are stored together or not at all. */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { loadConfig, silentLogger, sql } from "@rota/engine";
import { createServer } from "@rota/server";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  POSTGRES_IN_TRANSACTION,
  POSTGRES_IS_READY,
  startTcpProxy,
  type TcpProxy,
} from "../../../../tools/services/tcp-proxy.ts";
import { defineWrite } from "../../src/http/define-route.ts";
import { refused } from "./answers.ts";
import { WAIT } from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let proxy: TcpProxy;

beforeEach(async () => {
  const url = new URL(process.env["ROTA_TEST_POSTGRES_URL"] ?? "");
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${String(proxy.port)}`;
  world = await openWorld({ isWorking: false, postgresUrl: url.href });
});
afterEach(async () => {
  await world.dispose();
  await proxy.close();
});

const createDocument = (idempotencyKey: string) =>
  world.ask("POST", "/v1/documents", { body: { kind: "BOM" }, idempotencyKey });

test("a committed request whose response was lost is not repeated: the next try has its response", async () => {
  const idempotencyKey = randomUUID();

  const lost = proxy.loseAnswer({ to: "commit\0", end: POSTGRES_IS_READY });
  const first = await createDocument(idempotencyKey);
  await lost;
  const again = await createDocument(idempotencyKey);
  const third = await createDocument(idempotencyKey);

  expect(first.status).toBe(503);
  expect(again).toMatchObject({ status: 201, headers: { "idempotent-replayed": "true" } });
  expect(third.body).toEqual(again.body);
  expect(await countDocuments()).toBe(1);
});

test("a request that loses its connection before the commit is done immediately by the next try", async () => {
  const idempotencyKey = randomUUID();

  const lost = proxy.loseAnswer({ to: "passports_documents", end: POSTGRES_IN_TRANSACTION });
  const first = await createDocument(idempotencyKey);
  await lost;
  const again = await createDocument(idempotencyKey);

  expect(first.status).toBe(503);
  expect(again.status).toBe(201);
  expect(again.headers).not.toHaveProperty("idempotent-replayed");
  expect(await countDocuments()).toBe(1);
});

describe("while the disk is full for notes about keys", () => {
  beforeEach(async () => {
    await world.database.query(sql`
      create function rota.refuse_note() returns trigger language plpgsql as $$
      begin
        raise exception 'no space left on device' using errcode = 'disk_full';
      end $$`);
    await world.database.query(sql`
      create trigger refuse_notes before update or delete on rota.once_keys for each row execute function rota.refuse_note()`);
  });
  const makeRoom = () => world.database.query(sql`drop trigger refuse_notes on rota.once_keys`);

  test("nothing is done, and it is done once when there is room", async () => {
    const idempotencyKey = randomUUID();

    const first = await createDocument(idempotencyKey);
    const before = await countDocuments();
    await makeRoom();
    const again = await vi.waitUntil(async () => {
      const answer = await createDocument(idempotencyKey);
      return answer.status === 201 && answer;
    }, WAIT);
    const third = await createDocument(idempotencyKey);

    expect(first).toMatchObject({ status: 503, body: { code: "DATABASE_FULL" } });
    expect(before).toBe(0);
    expect(third).toMatchObject({ status: 201, body: again.body });
    expect(await countDocuments()).toBe(1);
  });

  test("a refusal is returned even if its key cannot be freed, and the key is freed as soon as there is room", async () => {
    const idempotencyKey = randomUUID();
    const path = `/v1/snapshots/${randomUUID()}/seal`;
    const ask = () => world.ask("POST", path, { idempotencyKey });

    const first = await ask();
    const meanwhile = await refused(409, ask());
    await makeRoom();
    await vi.waitUntil(async () => (await ask()).status === 404, WAIT);

    expect(first.status).toBe(404);
    expect(meanwhile.code).toBe("IDEMPOTENCY_IN_PROGRESS");
  });
});

test("a request that takes longer than its key is held changes nothing, and the one that came meanwhile counts", async () => {
  const idempotencyKey = randomUUID();
  const { free } = await holdDocuments();

  const slow = createDocument(idempotencyKey);
  await vi.waitUntil(async () => (await countKeysInUse()) === 1, WAIT);
  await world.database.query(sql`update rota.once_keys set expires_at = clock_timestamp() - interval '1 second'`);
  const meanwhile = createDocument(idempotencyKey);
  await vi.waitUntil(async () => (await countKeysInUse()) === 1, WAIT);
  await free();

  expect((await refused(409, slow)).code).toBe("IDEMPOTENCY_IN_PROGRESS");
  expect((await meanwhile).status).toBe(201);
  expect(await countDocuments()).toBe(1);
});

test("an operation that responds without a commit fails, and so does the next try: nothing is stored", async () => {
  const forgetful = defineWrite({
    name: "forgetful.create",
    method: "POST",
    path: "/v1/forgetful",
    summary: "Forgets to commit",
    role: "anyone",
    answers: { 201: Type.Object({}) },
    handle: () => Promise.resolve({ status: 201 as const, body: {} }),
  });
  const { config } = await loadConfig({ env: {}, flags: world.config, cwd: process.cwd() });
  const server = await createServer({ engine: world.engine, config, logger: silentLogger, operations: [forgetful] });
  const headers = { "idempotency-key": randomUUID() };
  const ask = async () => (await server.inject({ method: "POST", url: "/v1/forgetful", headers })).statusCode;

  const answers = [await ask(), await ask()];
  await server.close();

  expect(answers).toEqual([500, 500]);
});

/** Locks documents, so that none can be added before they are freed. */
async function holdDocuments(): Promise<{ free: () => Promise<void> }> {
  const events = new EventEmitter();
  const held = once(events, "held");
  const freed = once(events, "free");
  const holding = world.database.transaction(async (tx) => {
    await tx.query(sql`lock table rota.passports_documents in share mode`);
    events.emit("held");
    await freed;
  });
  await held;
  return {
    async free() {
      events.emit("free");
      await holding;
    },
  };
}

async function countKeysInUse(): Promise<number> {
  const [row] = await world.database.query(
    sql<{ count: number }>`
      select count(*)::integer as count from rota.once_keys where expires_at > clock_timestamp()`,
  );
  return row?.count ?? 0;
}

async function countDocuments(): Promise<number> {
  const [row] = await world.database.query(
    sql<{ count: number }>`select count(*)::integer as count from rota.passports_documents`,
  );
  return row?.count ?? 0;
}
