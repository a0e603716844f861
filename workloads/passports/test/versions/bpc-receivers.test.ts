/** Tests that a receiver of the replaced system is served by the paths of that system, and that what it refuses is not lost. */
import { createHmac } from "node:crypto";
import { Type } from "typebox";
import { Parse } from "typebox/value";
import { expect, test, vi } from "vitest";
import { expectBody } from "../life/answers.ts";
import { WAIT } from "../life/steps.ts";
import { KEY_ID, prepare, signedVersion } from "./version-steps.ts";
import { header, openWebhookWorld, startReceiver } from "./webhook-receiver.ts";

const Made = Type.Object({ webhook_endpoint_id: Type.String(), secret: Type.String() });
const Jobs = Type.Object({ items: Type.Array(Type.Object({ job_id: Type.String(), status: Type.String() })) });
const DeadLetters = Type.Object({ items: Type.Array(Type.Object({ id: Type.String(), code: Type.String() })) });
/** The body of the replaced system: these members, in this order. */
const Sent = Type.Object({
  event_id: Type.String(),
  event_type: Type.String(),
  aggregate_type: Type.String(),
  aggregate_id: Type.String(),
  occurred_at: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$" }),
  payload: Type.Object({ passport_version_id: Type.String(), key_id: Type.String() }),
});
/** In place of 2, 4, 8 and 16 seconds. */
const SHORT = [20, 20, 20, 20];

test("five answers of 500 make its job a dead letter, and its retry sends the same request once more", async () => {
  const world = await openWebhookWorld();
  const ground = await prepare(world);
  const { received, url } = await startReceiver(5);
  const made = await expectBody(201, Made, world.ask("POST", "/v1/webhook-endpoints", { body: { url } }));
  const { webhook_endpoint_id: endpointId, secret } = made;
  const body = { webhook_endpoint_id: endpointId, event_type: "PASSPORT_SIGNED" };
  await expectBody(201, Type.Any(), world.ask("POST", "/v1/webhook-subscriptions", { body }));
  const { endpoints } = world.engine.webhooks;
  const name = { tenant: "default", endpointId };
  expect(await endpoints.get(name)).toMatchObject({
    format: "bpc",
    schedule: "seed",
    timeoutMs: 30_000,
    retry4xx: true,
  });
  await endpoints.update(name, { schedule: SHORT });
  const jobs = () => expectBody(200, Jobs, world.ask("GET", "/v1/jobs?type=DELIVER_WEBHOOK"));

  const versionId = await signedVersion(world, ground);
  await vi.waitUntil(async () => (await jobs()).items[0]?.status === "DEAD_LETTER", WAIT);

  const failed = world.ask("GET", "/v1/jobs?type=DELIVER_WEBHOOK&status=DEAD_LETTER");
  const [{ job_id: jobId } = { job_id: "" }] = (await expectBody(200, Jobs, failed)).items;
  const dead = await expectBody(200, DeadLetters, world.ask("GET", "/v1/dead-letters?queue=webhooks"));
  expect(dead.items).toMatchObject([{ id: `chunk-${jobId}-1`, code: "WEBHOOK_NOT_DELIVERED" }]);
  expect(received).toHaveLength(5);
  const [first] = received;
  if (first === undefined) return;
  const sent = Parse(Sent, JSON.parse(first.body.toString()));
  expect(Object.keys(sent)).toEqual(Object.keys(Sent.properties));
  expect(sent).toMatchObject({
    event_id: header(first, "webhook-id"),
    event_type: "PASSPORT_SIGNED",
    aggregate_type: "PassportVersion",
    aggregate_id: versionId,
    payload: { passport_version_id: versionId, key_id: KEY_ID },
  });
  expect(header(first, "x-bpc-event-type")).toBe("PASSPORT_SIGNED");
  expect(header(first, "x-bpc-signature")).toBe(
    `sha256=${createHmac("sha256", secret).update(first.body).digest("hex")}`,
  );

  await endpoints.enable(name); // it is held after five failures
  await expectBody(200, Type.Any(), world.ask("POST", `/v1/jobs/${jobId}:retry`, { body: {} }));
  await vi.waitUntil(async () => (await jobs()).items[0]?.status === "SUCCEEDED", WAIT);
  expect(received).toHaveLength(6);
  expect(received[5]?.body).toEqual(first.body);
  expect(header(received[5] ?? first, "x-bpc-delivery-id")).toBe(header(first, "x-bpc-delivery-id"));
});
