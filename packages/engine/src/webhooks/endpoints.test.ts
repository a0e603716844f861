/** Tests of creating endpoints, changing them and rotating their secrets. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { sql } from "../database/sql.ts";
import { silentLogger } from "../runtime/logger.ts";
import { startTestReceiver, type TestReceiver } from "../../test/support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";
import { createWebhooks } from "./webhooks.ts";
import { ENDPOINT_DEFAULTS, type EndpointName } from "./endpoint.ts";

const url = "https://hooks.example.com/rota";
const given = { tenant: "ann", url, eventTypes: ["order.*"] };
let receiver: TestReceiver;
let bench: WebhookBench;

beforeAll(async () => {
  receiver = await startTestReceiver();
  bench = await openWebhookBench({ allowedHosts: ["127.0.0.1"] });
});
beforeEach(() => bench.removeAll());
afterAll(async () => {
  await bench.close();
  await receiver.close();
});
const nameOf = ({ tenant, endpointId }: EndpointName) => ({ tenant, endpointId });
const code = (wanted: string): unknown => expect.objectContaining({ code: wanted });

test("an endpoint is created with its defaults and read again, without its secret", async () => {
  const { secret, ...made } = await bench.webhooks.endpoints.create(given);

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made).toMatchObject({ ...given, ...ENDPOINT_DEFAULTS, state: "ACTIVE", failures: 0 });
  expect(await bench.webhooks.endpoints.get(made)).toEqual(made);
  expect(await bench.webhooks.endpoints.list({ tenant: "ann" })).toEqual([made]);
});

test("an update changes the given settings, and the rest stays", async () => {
  const { endpoints } = bench.webhooks;
  const made = await endpoints.get(await endpoints.create(given));
  const changes = { eventTypes: ["*"], timeoutMs: 5_000, schedule: [1_000, 2_000], maxInFlight: 5, retry4xx: false };

  expect(await endpoints.update(made, changes)).toEqual({ ...made, ...changes });
  expect(await endpoints.update(made, {})).toEqual({ ...made, ...changes });
});

test("endpoints are listed in pages", async () => {
  for (let made = 0; made < 5; made++) await bench.webhooks.endpoints.create(given);
  const first = await bench.webhooks.endpoints.list({ tenant: "ann", limit: 3 });
  const after = first.at(-1)?.endpointId ?? "";
  const second = await bench.webhooks.endpoints.list({ tenant: "ann", limit: 3, after });

  expect(new Set([...first, ...second].map(({ endpointId }) => endpointId)).size).toBe(5);
  expect(second).toHaveLength(2);
});

test("no tenant sees or touches the endpoint of another", async () => {
  const { endpoints } = bench.webhooks;
  const made = await endpoints.create(given);
  const name = { tenant: "bob", endpointId: made.endpointId };

  const tries = [
    () => endpoints.get(name),
    () => endpoints.update(name, { timeoutMs: 1_000 }),
    () => endpoints.remove(name),
    () => endpoints.enable(name),
    () => endpoints.disable({ ...name, reason: "mine" }),
    () => endpoints.rotateSecret(name),
    () => endpoints.endOverlap(name),
    () => bench.webhooks.ping(name),
    () => bench.webhooks.replayMany(name),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toThrow(code("WEBHOOK_ENDPOINT_NOT_FOUND"));
  expect(await endpoints.list({ tenant: "bob" })).toEqual([]);
});

test.each([
  [{ url: "http://hooks.example.com/" }, "WEBHOOK_URL_REFUSED"],
  [{ url: "https://10.0.0.1/" }, "WEBHOOK_URL_REFUSED"],
  [{ eventTypes: [] }, "WEBHOOK_INVALID"],
  [{ timeoutMs: 60_001 }, "WEBHOOK_INVALID"],
  [{ maxInFlight: 0 }, "WEBHOOK_INVALID"],
  [{ ratePerSecond: 1.5 }, "WEBHOOK_INVALID"],
  [{ schedule: [-1] }, "WEBHOOK_INVALID"],
  [{ schedule: Array.from({ length: 21 }, () => 1) }, "WEBHOOK_INVALID"],
  [{ secret: "whsec_c2hvcnQ=" }, "WEBHOOK_INVALID"],
])("%j is refused, when it is made and when it is changed", async (wrong, expected) => {
  const { endpoints } = bench.webhooks;
  await expect(endpoints.create({ ...given, ...wrong })).rejects.toThrow(code(expected));
  if ("secret" in wrong) return;
  const made = await endpoints.create(given);
  await expect(endpoints.update(made, wrong)).rejects.toThrow(code(expected));
});

test("an invalid id is not found", async () => {
  const name = { tenant: "ann", endpointId: "'; drop table" };
  await expect(bench.webhooks.endpoints.get(name)).rejects.toThrow(code("WEBHOOK_ENDPOINT_NOT_FOUND"));
});

describe("secrets", () => {
  test("are stored sealed, and are deleted with their endpoint", async () => {
    const { endpoints } = bench.webhooks;
    const made = await endpoints.create({ ...given, ed25519: true });
    const stored = () =>
      bench.database.query(
        sql<{ secret: Uint8Array; text: string }>`
          select secret, webhook_endpoints::text as text from rota.webhook_endpoints where endpoint_id = ${made.endpointId}::uuid`,
      );
    const [row] = await stored();
    const bytes = Buffer.from(made.secret.slice("whsec_".length), "base64");

    expect(row?.text).not.toContain(made.secret.slice(6, 30));
    expect(row?.text).not.toContain(bytes.toString("hex"));
    expect(row?.text).not.toContain(Buffer.from(made.secret).toString("hex"));
    expect(made.verificationKey).toMatch(/^whpk_/);
    await endpoints.remove(made);
    expect((await stored())[0]?.secret).toHaveLength(0);
  });

  test("cannot be kept without a key to seal them", async () => {
    const config = { secretsKey: undefined, webhookAllowHttp: false, webhookAllowedHosts: "" };
    const without = createWebhooks({ database: bench.database, config, logger: silentLogger });

    await expect(without.endpoints.create(given)).rejects.toThrow(code("SECRETS_NOT_CONFIGURED"));
  });

  test("may be the receiver's own", async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

    expect((await bench.webhooks.endpoints.create({ ...given, secret })).secret).toBe(secret);
  });
});

describe("a rotated secret", () => {
  const lastRequest = async () => {
    await bench.send();
    await bench.drain();
    const request = receiver.requests.at(-1);
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    return { body: String(request?.body), headers };
  };
  /** The verifiers use the system's time; that of the database was moved. */
  const accepts = (secret: string, { body, headers }: Awaited<ReturnType<typeof lastRequest>>) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signature = new StandardWebhook(secret).sign(headers["webhook-id"] ?? "", at, body);
    return headers["webhook-signature"]?.split(" ").includes(signature) ?? false;
  };

  test("is valid beside the old one for a day, then alone", async () => {
    const made = await bench.endpoint({ url: receiver.url });
    const { secret, previousSecretUntil } = await bench.webhooks.endpoints.rotateSecret(nameOf(made));
    expect(previousSecretUntil).toEqual(new Date(bench.now().getTime() + 86_400_000));

    const during = await lastRequest();
    expect([accepts(made.secret, during), accepts(secret, during)]).toEqual([true, true]);
    await bench.advance(86_400_000);
    const after = await lastRequest();
    expect([accepts(made.secret, after), accepts(secret, after)]).toEqual([false, true]);
  });

  test("is valid alone from the start, or when the overlap is ended", async () => {
    const { endpoints } = bench.webhooks;
    const made = await bench.endpoint({ url: receiver.url });
    const second = await endpoints.rotateSecret({ ...nameOf(made), overlapMs: 0 });
    expect(accepts(made.secret, await lastRequest())).toBe(false);
    const third = await endpoints.rotateSecret(nameOf(made));
    expect(accepts(second.secret, await lastRequest())).toBe(true);

    expect(await endpoints.endOverlap(made)).toBe(true);
    expect(await endpoints.endOverlap(made)).toBe(false);
    const last = await lastRequest();
    expect([accepts(second.secret, last), accepts(third.secret, last)]).toEqual([false, true]);
  });

  test("is not rotated again while the old one is valid, unless it is forced", async () => {
    const { endpoints } = bench.webhooks;
    const name = nameOf(await endpoints.create(given));
    await endpoints.rotateSecret(name);

    await expect(endpoints.rotateSecret(name)).rejects.toThrow(code("WEBHOOK_SECRET_OVERLAP"));
    await endpoints.rotateSecret({ ...name, force: true });
    await bench.advance(86_400_001);
    await endpoints.rotateSecret(name);
  });

  test.each([-1, 1.5, 7 * 86_400_000 + 1])("has no overlap of %d milliseconds", async (overlapMs) => {
    const { tenant, endpointId } = await bench.webhooks.endpoints.create(given);

    await expect(bench.webhooks.endpoints.rotateSecret({ tenant, endpointId, overlapMs })).rejects.toThrow(
      code("WEBHOOK_INVALID"),
    );
  });
});
