/**
 * Tests that a client of the replaced systems finds every name and field of their documents 000 to 004. Each document is a
 * list of expectations; a name that is left out on purpose has its reason.
 */
import { createHmac } from "node:crypto";
import { submitTasks } from "@rota/engine";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { saleEvent } from "../../chaos/subjects/ledger/ledger-subject.ts";
import {
  computes,
  consumers,
  exchange,
  type Expectation,
  itemsOf,
  leftOut,
  like,
  lock,
  lockedAnswer,
  message,
  metric,
  path,
  queue,
  read,
  UTC,
  WAIT,
} from "./expectations.ts";
import { openOldClient, TENANT, type OldClient } from "./old-client.ts";

const START_MS_MAX = 600_000;

let client: OldClient;
beforeAll(async () => {
  client = await openOldClient();
}, START_MS_MAX);
afterAll(() => client.dispose());

function expectAll(expectations: readonly Expectation[]): void {
  test.each(expectations.map(({ name, find }) => [name, find] as const))("%s", async (_, find) => {
    expect(await find(client)).not.toBe(false);
  });
}

const SECRET = "keys and shares never travel, and the rows are in the database";

describe("document 000, workers and RabbitMQ", () => {
  expectAll([
    exchange("task.exchange", "direct"),
    queue("tally.creation.queue"),
    queue("partial.decryption.queue"),
    queue("compensated.decryption.queue"),
    queue("combine.decryption.queue"),
    consumers("tally.creation.queue", 4),
    consumers("combine.decryption.queue", 4),
    message("tally.creation", ["electionId", "chunkNumber"], /^TALLY_e\d+_\d+$/),
    message(
      "partial.decryption",
      ["electionId", "guardianId", "chunkNumber", "totalChunks"],
      /^PARTIAL_DECRYPT_e\d+_g\d+_\d+$/,
    ),
    message(
      "compensated.decryption",
      ["electionId", "compensatingGuardianId", "missingGuardianId", "chunkNumber"],
      /^COMPENSATED_DECRYPT_e\d+_sg\d+_tg\d+_\d+$/,
    ),
    message("combine.decryption", ["electionId", "chunkNumber"], /^COMBINE_e\d+_\d+$/),
    leftOut("tally.creation", ["ballotIds", "jointPublicKey", "commitmentHash", "manifest"], SECRET),
    leftOut("partial.decryption", ["guardianPrivateKey", "electionCenterId"], SECRET),
    leftOut("compensated.decryption", ["polynomialBackup"], SECRET),
    leftOut("combine.decryption", ["decryptionShares", "compensatedShares", "tallyChunkData"], SECRET),
    computes("/create_encrypted_tally"),
    computes("/create_partial_decryption"),
    computes("/create_compensated_decryption"),
    computes("/combine_decryption_shares"),
    path({ path: "/api/election/{id}/results" }),
    path({ path: "/api/worker-logs/tally/{id}" }, ["chunkNumber", "taskInstanceId", "status"]),
    path({ path: "/api/worker-logs/combine/{id}" }, ["chunkNumber", "taskInstanceId", "status"]),
    metric("rabbitmq_published_total"),
    metric("rabbitmq_consumed_total"),
    metric("rabbitmq_failed_total"),
  ]);
});

const PROGRESS = [
  ...["taskInstanceId", "taskType", "totalChunks", "completedChunks", "failedChunks", "processingChunks"],
  ...["queuedChunks", "pendingChunks", "completionPercentage", "complete"],
];

const STATISTICS = [
  ...["activeTaskInstances", "totalChunksQueued", "totalChunksCompleted", "totalChunksFailed", "taskInstancesByType"],
  "chunksByState",
];
const STATES = ["PENDING", "QUEUED", "PROCESSING", "COMPLETED", "FAILED"];
const PENDING = 30_000;
const chunksByState = (body: unknown) => read(JSON.stringify(read(JSON.stringify(body))["chunksByState"]));

describe("document 001, fair turns", () => {
  expectAll([
    {
      name: "GET /api/scheduler/task/{taskInstanceId}/progress by the id in a message",
      async find({ ask, broker }) {
        const [first = "{}"] = await broker.peek("copy.tally.creation");
        const instanceId = String(read(first)["taskInstanceId"]);
        const { status, body } = await ask("GET", `/api/scheduler/task/${instanceId}/progress`);
        expect([status, Object.keys(read(JSON.stringify(body))).sort()]).toEqual([200, PROGRESS.toSorted()]);
        expect(body).toMatchObject({ taskInstanceId: instanceId, taskType: "TALLY_CREATION", complete: true });
      },
    },
    path({ path: "/api/scheduler/election/{id}/progress" }, PROGRESS),
    {
      name: `GET /api/scheduler/stats answers 200 with ${STATISTICS.join(", ")}, and no others`,
      async find({ ask }) {
        const { status, body } = await ask("GET", "/api/scheduler/stats");
        expect([status, Object.keys(read(JSON.stringify(body))).sort()]).toEqual([200, STATISTICS.toSorted()]);
        expect(Object.keys(chunksByState(body)).sort()).toEqual(STATES.toSorted());
      },
    },
    {
      name: `statistics with ${String(PENDING)} more chunks that wait have as many more pending, and no more completed`,
      async find({ ask, database }) {
        const statistics = async () => chunksByState((await ask("GET", "/api/scheduler/stats")).body);
        const before = await statistics();
        const place = { queue: "no.worker", tenant: TENANT, group: "trial", type: "trial" };
        await submitTasks(database, [{ ...place, chunks: Array.from({ length: PENDING }, () => ({ payload: {} })) }]);
        const { PENDING: pending, COMPLETED: completed } = await statistics();
        expect([pending, completed]).toEqual([Number(before["PENDING"]) + PENDING, before["COMPLETED"]]);
      },
    },
    path({ method: "POST", path: "/api/create-tally", body: { election_id: "{id}" }, status: 409 }, ["code"]),
  ]);
});

const STATUS = ["success", "status", "totalChunks", "processedChunks", "progressPercentage", "isLocked"];
const LOCKED = { isLocked: true, lockHeldBy: like(/./), lockStartTime: like(UTC) };

describe("document 002, locks", () => {
  expectAll([
    lock("lock:tally:election:{electionId}", "TALLY_CREATION"),
    lock("lock:decryption:election:{electionId}:guardian:{guardianId}", "GUARDIAN_DECRYPTION"),
    lock("lock:combine:election:{electionId}", "COMBINE_DECRYPTION"),
    lockedAnswer("the second official is told who started the tally and when", /:tally:/, {
      success: true,
      message: like(/^Tally creation is already in progress\. Started by .+ at \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    }),
    lockedAnswer("the status of a decryption says who holds its lock", /:decryption:/, LOCKED),
    lockedAnswer("the status of combining says who holds its lock", /:combine:/, LOCKED),
    path({ method: "POST", path: "/api/tally/create", body: { electionId: "{id}" }, status: 409 }, ["code"]),
    path({ path: "/api/decryption/status?electionId={id}&guardianId=1" }, [...STATUS, "lockHeldBy", "lockStartTime"]),
    path({ path: "/api/election/{id}/tally-status" }, STATUS),
    path({ path: "/api/combine-status/{id}" }, STATUS),
  ]);
});

const JOB = [
  ...["job_id", "type", "status", "payload", "attempts", "max_attempts", "priority", "scheduled_at", "started_at"],
  "last_error",
];

const HEADERS = ["Content-Type", "X-BPC-Signature", "X-BPC-Event-Type", "X-BPC-Delivery-Id"];
const BODY = ["event_id", "event_type", "aggregate_type", "aggregate_id", "occurred_at", "payload"];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("document 003, jobs", () => {
  expectAll([
    {
      name: "exchange bpc, where a message by jobs.trigger reaches the workers",
      find: ({ onChannel }) =>
        onChannel(async (channel) => {
          const returned: unknown[] = [];
          channel.on("return", (message) => returned.push(message));
          channel.publish("bpc", "jobs.trigger", Buffer.from('{"job_id":"7d1f"}'), { mandatory: true });
          await channel.checkExchange("bpc"); // answered after what was returned
          expect(returned).toEqual([]);
        }),
    },
    {
      name: `GET /v1/jobs/{job_id} answers 200 with ${JOB.join(", ")}`,
      async find({ ask }) {
        const [first] = itemsOf((await ask("GET", "/v1/jobs")).body).map((job) => read(JSON.stringify(job)));
        const { status, body } = await ask("GET", `/v1/jobs/${String(first?.["job_id"])}`);
        expect(status).toBe(200);
        expect(Object.keys(read(JSON.stringify(body)))).toEqual(expect.arrayContaining(JOB));
      },
    },
    {
      name: "job types and states",
      async find({ ask }) {
        const { body } = await ask("GET", "/v1/jobs");
        const jobs = itemsOf(body).map((job) => read(JSON.stringify(job)));
        expect(jobs.map(({ type }) => type)).toEqual(
          expect.arrayContaining(["PARSE_FACTS", "COMPILE_PASSPORT", "SIGN_PASSPORT", "GENERATE_QR"]),
        );
        expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(["SUCCEEDED"]));
      },
    },
    {
      name: "QR text BPC1|pv=|ph=|pr=|rh= in Base32",
      async find({ ask, versionId }) {
        const events = "/v1/passport-events?aggregate_type=PassportVersion";
        const { body } = await ask("GET", `${events}&aggregate_id=${versionId}`);
        expect(JSON.stringify(body)).toMatch(/BPC1\|pv=[0-9a-f-]{36}\|ph=[A-Z2-7]+\|pr=[A-Z2-7]+\|rh=[A-Z2-7]+\W/);
      },
    },
    path({ path: "/v1/health/ready" }, ["status"]),
    {
      name: `webhook with the headers ${HEADERS.join(", ")}, signed as receivers verify it`,
      find({ delivered: [sent], webhookSecret }) {
        expect(sent?.headers).toMatchObject({
          "content-type": like(/^application\/json/),
          "x-bpc-event-type": "PASSPORT_SIGNED",
          "x-bpc-delivery-id": like(UUID),
          "x-bpc-signature": `sha256=${createHmac("sha256", webhookSecret)
            .update(sent?.body ?? "")
            .digest("hex")}`,
        });
      },
    },
    {
      name: `webhook with a body of ${BODY.join(", ")}, and no others`,
      find({ delivered: [sent], versionId }) {
        const body = read(sent?.body ?? "{}");
        expect(Object.keys(body).sort()).toEqual(BODY.toSorted());
        expect(body).toMatchObject({
          event_type: "PASSPORT_SIGNED",
          aggregate_type: "PassportVersion",
          aggregate_id: versionId,
          occurred_at: like(UTC),
          payload: { passport_version_id: versionId, key_id: "dev-key-1" },
        });
      },
    },
    path({ path: "/v1/webhook-endpoints" }, ["webhook_endpoint_id", "tenant_id", "url", "created_at"]),
    path(
      {
        method: "POST",
        path: "/v1/webhook-endpoints",
        body: { url: "https://customer-endpoint.example.com/webhooks/bpc" },
        status: 201,
      },
      ["webhook_endpoint_id", "tenant_id", "url", "secret"],
    ),
    path({ path: "/v1/webhook-subscriptions" }, ["webhook_endpoint_id", "event_type"]),
    path({ path: "/v1/audit/events" }, ["event_id", "event_type", "aggregate_type", "aggregate_id", "occurred_at"]),
  ]);
});

const DEAD_LETTERS = { "x-dead-letter-exchange": "fis.dlx.exchange", "x-dead-letter-routing-key": "fis.ingestion.dlq" };
const KEY = (eventId: string): string => `fis:ik:${TENANT}:${eventId}`;
const TTL_S = 259_200;

async function shown({ redis }: OldClient, eventId: string, status: string) {
  await vi.waitUntil(async () => (await redis.get(KEY(eventId)))?.includes(status), WAIT);
  return read((await redis.get(KEY(eventId))) ?? "{}");
}

describe("document 004, events and idempotency", () => {
  expectAll([
    exchange("fis.events.exchange", "topic"),
    exchange("fis.dlx.exchange", "direct"),
    exchange("fis.domain.exchange", "topic"),
    queue("fis.ingestion.queue", { "x-queue-type": "quorum", ...DEAD_LETTERS }),
    queue("fis.ingestion.dlq.queue", { "x-queue-type": "quorum" }),
    consumers("fis.ingestion.queue", 12),
    {
      name: "fis.journal.posted for an event that was published by its routing key",
      async find({ broker }) {
        const entries = (await broker.peek("copy.journal")).map(read);
        expect(entries).toMatchObject([{ sourceEventId: "sale-1", tenantId: TENANT }]);
      },
    },
    {
      name: "key fis:ik:{tenant}:{event} with status, payloadHash, responseBody and createdAt for 72 hours",
      async find(from) {
        const value = await shown(from, "sale-1", "COMPLETED");
        expect(Object.keys(value).sort()).toEqual(["createdAt", "payloadHash", "responseBody", "status"]);
        expect(value["payloadHash"]).toMatch(/^sha256:[0-9a-f]{64}$/);
        expect(value["createdAt"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
        expect(read(String(value["responseBody"]))).toHaveProperty("journalEntryId");
        const ttl = await from.redis.ttl(KEY("sale-1"));
        expect(ttl).toBeGreaterThan(TTL_S - 3_600);
        expect(ttl).toBeLessThanOrEqual(TTL_S);
      },
    },
    {
      name: "the same event again is acknowledged and posted once",
      async find({ broker, publish, onChannel }) {
        await publish(saleEvent(1));
        await publish(saleEvent(2));
        await vi.waitUntil(async () => (await broker.peek("copy.journal")).length === 2, WAIT);
        const ready = () =>
          onChannel(async (channel) => (await channel.checkQueue("fis.ingestion.queue")).messageCount);
        await vi.waitUntil(async () => (await ready()) === 0, WAIT);
        const ids = (await broker.peek("copy.journal")).map((text) => read(text)["sourceEventId"]);
        expect(ids.toSorted()).toEqual(["sale-1", "sale-2"]);
      },
    },
    {
      name: "409 for another payload under the id of an event",
      async find({ ask }) {
        const { status } = await ask("POST", "/v1/events", { ...saleEvent(1), createdBy: "another" });
        expect(status).toBe(409);
      },
    },
    {
      name: "FAILED for an event that fails validation, which may be sent again corrected",
      async find(from) {
        const event = saleEvent(3);
        await from.publish({ ...event, lines: event.lines.slice(1) });
        await shown(from, "sale-3", "FAILED");
        await from.publish(event);
        await shown(from, "sale-3", "COMPLETED");
      },
    },
    {
      name: "a poison message is kept for inspection and replay",
      async find({ broker, ask }) {
        const count = async () => itemsOf((await ask("GET", "/v1/admin/dlq")).body).length;
        const before = await count();
        await broker.publish("fis.events.exchange", "ecommerce.order.completed", [Buffer.from('{"poison":')]);
        await vi.waitUntil(async () => (await count()) > before, WAIT);
      },
    },
  ]);
});
