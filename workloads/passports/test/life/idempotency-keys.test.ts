/** What clients that send a request again rely on while the database cannot write down what became of it. */
import { randomUUID } from "node:crypto";
import { sql } from "@rota/engine";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { refused } from "./answers.ts";
import { WAIT } from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.database.query(sql`create sequence rota.refused_notes`);
  await world.database.query(sql`
    create function rota.refuse_note() returns trigger language plpgsql as $$
    begin
      perform nextval('rota.refused_notes');
      raise exception 'no space left on device' using errcode = 'disk_full';
    end $$`);
});
afterAll(() => world.dispose());

/** A disk that is full, for notes about keys that are in use. What a sequence has counted stays counted. */
beforeEach(async () => {
  await world.database.query(sql`alter sequence rota.refused_notes restart`);
  await world.database.query(sql`
    create trigger refuse_notes before update or delete on rota.once_keys for each row execute function rota.refuse_note()`);
});
const makeRoom = () => world.database.query(sql`drop trigger if exists refuse_notes on rota.once_keys`);
afterEach(makeRoom);

test("while an answer cannot be kept its key stays in use, and what was asked for is done once", async () => {
  const idempotencyKey = randomUUID();
  const ask = () => world.ask("POST", "/v1/documents", { body: { kind: "BOM" }, idempotencyKey });

  const first = ask();
  await vi.waitUntil(async () => (await countRefused()) > 1, WAIT);
  const meanwhile = await refused(409, ask());
  await makeRoom();
  const { status, body } = await first;
  const again = await ask();

  expect(meanwhile.code).toBe("IDEMPOTENCY_IN_PROGRESS");
  expect(status).toBe(201);
  expect(again).toMatchObject({ status: 201, body });
  expect(await countDocuments()).toBe(1);
});

test("a refusal is told although its key cannot be freed, which is done as soon as there is room", async () => {
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

async function countRefused(): Promise<number> {
  const [row] = await world.database.query(
    sql<{
      count: number;
    }>`select case when is_called then last_value else 0 end::integer as count from rota.refused_notes`,
  );
  return row?.count ?? 0;
}

async function countDocuments(): Promise<number> {
  const [row] = await world.database.query(
    sql<{ count: number }>`select count(*)::integer as count from rota.passports_documents`,
  );
  return row?.count ?? 0;
}
