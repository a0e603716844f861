/** Issues a stream of passports that are delivered to a webhook and verified, while a noisy neighbour floods the same queue. */
import { randomUUID } from "node:crypto";
import { answerOf, type RotaClient } from "@rota/client";
import { readVerificationKeys, verifyDisclosed } from "@rota/passports";
import { sampleBatteryPass, shippedRules } from "@rota/passports/node";
import { duration, nouns } from "../output/answer.ts";
import { DEMO_ACTOR, type DemoContext, type DemoStep, inParallel, pause, until, type Verdict } from "./demo-context.ts";
import { TENANTS } from "./demo-plan.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 4;
const REPLAY_EVERY_MS = 20_000;

export const passportsDemo: DemoStep = {
  name: "passports",
  async play(stage) {
    const endpointId = await findEndpoint(stage);
    const ground = await prepareGround(stage, TENANTS.passports);
    const times = await stream(stage, ground, endpointId);
    const total = stage.plan.passports;
    await until(stage, async () => {
      const done = await countDelivered(stage, endpointId);
      show(stage, "delivering", done);
      return done >= total ? true : undefined;
    });
    const { isRight, text } = await verify(stage);
    const delivered = `${nouns(total, "passport", "passports")} delivered with a right signature`;
    return { isRight, text: `${text}; ${delivered}${describeTimes(times)}` };
  },
  after: {
    everyMs: REPLAY_EVERY_MS,
    async go({ clientOf }) {
      const client = clientOf(TENANTS.passports);
      await replay(client, await newestVersion(client));
    },
  },
};

/** Requests the passports. @returns the durations of those that this process requested. */
async function stream(stage: DemoContext, ground: Ground, endpointId: string): Promise<number[]> {
  const client = stage.clientOf(TENANTS.passports);
  const numbers = Array.from({ length: stage.plan.passports }, (_, index) => index + 1);
  const behind = await countDelivered(stage, endpointId);
  const times: number[] = [];
  let done = 0;
  await inParallel(numbers, AT_ONCE, async (number) => {
    const isNew = number > behind + AT_ONCE;
    if (isNew) await pause(stage, EVERY_MS * AT_ONCE);
    const started = performance.now();
    const versionId = await requestPassport(client, ground, `scene-${String(number)}`);
    await untilDrawn(stage, client, versionId);
    if (isNew) times.push(performance.now() - started);
    await activate(client, versionId);
    show(stage, "compiling", ++done);
  });
  return times;
}

function show(stage: DemoContext, step: string, done: number): void {
  stage.show({ name: "passports", step, done, total: stage.plan.passports, unit: "passports" });
}

/** Describes the durations beside the flood of the neighbour, which shares the queue. */
function describeTimes(times: readonly number[]): string {
  if (times.length === 0) return "";
  const sorted = [...times].sort((a, b) => a - b);
  return `, half of them within ${duration(sorted[Math.floor(sorted.length / 2)] ?? 0)} beside the flood`;
}

/** Verifies the public fields of a passport against the signed receipt. */
async function verify({ url, clientOf, stoppable }: DemoContext): Promise<Verdict> {
  const client = clientOf(TENANTS.passports);
  const passportVersionId = await newestVersion(client);
  const keys = await answerOf(client.GET("/v1/signing-keys", { parseAs: "text" }));
  const answer = await stoppable(async (signal) =>
    (await fetch(`${url}/v1/verify/${passportVersionId}`, { signal })).text(),
  );
  const { verdict, steps } = verifyDisclosed({ answer }, readVerificationKeys(String(keys)));
  const isRight = verdict === "valid";
  return { isRight, text: isRight ? `passport verified: ${String(steps.length)} steps` : "passport NOT valid" };
}

async function newestVersion(client: RotaClient): Promise<string> {
  const { items } = await answerOf(client.GET("/v1/passports", { params: { query: { limit: 1 } } }));
  return items[0]?.current_version_id ?? "";
}

const ASKED_AT_ONCE = 8;
const WATCHED_AT_ONCE = 2;

export const neighbourDemo: DemoStep = {
  name: "neighbour",
  async play(stage) {
    const { flood: total } = stage.plan;
    const client = stage.clientOf(TENANTS.neighbour);
    const ground = await prepareGround(stage, TENANTS.neighbour);
    const asked: string[] = [];
    const show = (step: string, done: number) =>
      stage.show({ name: "neighbour", step, done, total, unit: "passports" });
    const numbers = Array.from({ length: total }, (_, index) => index + 1);
    await inParallel(numbers, ASKED_AT_ONCE, async (number) => {
      asked.push(await requestPassport(client, ground, `flood-${String(number)}`));
      show("flooding", asked.length);
    });
    let done = 0;
    show("waiting", done);
    await inParallel(asked, WATCHED_AT_ONCE, async (versionId) => {
      await untilDrawn(stage, client, versionId);
      show("waiting", ++done);
    });
    const text = `${nouns(total, "passport", "passports")} asked for at once are done; Fairness shows whose turns they took`;
    return { isRight: true, text };
  },
};

const FRESH = () => ({ "idempotency-key": randomUUID() });

/** Requests a passport. @returns the id of its version, which may exist already. */
async function requestPassport(client: RotaClient, ground: Ground, serialNumber: string): Promise<string> {
  const { passport_id: passportId } = await answerOf(
    client.POST("/v1/passports", {
      params: { header: FRESH() },
      body: { battery_product_id: ground.productId, serial_number: serialNumber },
    }),
  );
  const path = { passportId };
  const { items } = await answerOf(client.GET("/v1/passports/{passportId}/versions", { params: { path } }));
  const [known] = items;
  if (known !== undefined) return known.passport_version_id;
  const { passport_version_id: versionId } = await answerOf(
    client.POST("/v1/passports/{passportId}/compile", {
      params: { path, header: FRESH() },
      body: { snapshot_id: ground.snapshotId, rule_package_version_id: ground.rulesId },
    }),
  );
  return versionId;
}

/** Waits until the version is compiled, signed and has its codes. */
function untilDrawn(stage: DemoContext, client: RotaClient, passportVersionId: string): Promise<true> {
  const params = { path: { passportVersionId } };
  return until(stage, async () => {
    const version = await answerOf(client.GET("/v1/passport-versions/{passportVersionId}", { params }));
    if (version.failure !== null) throw new Error(`a passport cannot be compiled: ${version.failure.message}`);
    return version.has_qr ? true : undefined;
  });
}

async function activate(client: RotaClient, passportVersionId: string): Promise<void> {
  const path = { passportVersionId };
  const { status } = await answerOf(client.GET("/v1/passport-versions/{passportVersionId}", { params: { path } }));
  if (status !== "SIGNED") return;
  const params = { path, header: FRESH() };
  await client.POST("/v1/passport-versions/{passportVersionId}/activate", { params, body: {} });
}

/** Compiles a version again from the same facts and rules, and compares every hash. */
async function replay(client: RotaClient, passportVersionId: string): Promise<void> {
  const params = { path: { passportVersionId }, header: FRESH() };
  await client.POST("/v1/passport-versions/{passportVersionId}/replay", { params, body: {} });
}

type Ground = { readonly productId: string; readonly snapshotId: string; readonly rulesId: string };

const FACTS_MAX = 200;

/** Finds or creates the product, the snapshot and the rules that passports are compiled from. */
async function prepareGround(stage: DemoContext, tenant: string): Promise<Ground> {
  const client = stage.clientOf(tenant);
  const [productId, snapshotId, rulesId] = await Promise.all([
    findProduct(client),
    findSnapshot(stage, client),
    findRules(stage, client),
  ]);
  return { productId, snapshotId, rulesId };
}

async function findProduct(client: RotaClient): Promise<string> {
  const query = { sku: DEMO_ACTOR };
  const { items } = await answerOf(client.GET("/v1/battery-products", { params: { query } }));
  const body = { sku: DEMO_ACTOR, name: "Traction battery 75" };
  const product =
    items[0] ?? (await answerOf(client.POST("/v1/battery-products", { params: { header: FRESH() }, body })));
  return product.battery_product_id;
}

async function findSnapshot(stage: DemoContext, client: RotaClient): Promise<string> {
  const query = { status: "SEALED" } as const;
  const { items } = await answerOf(client.GET("/v1/snapshots", { params: { query } }));
  return items.find(({ created_by: by }) => by === DEMO_ACTOR)?.snapshot_id ?? sealSample(stage, client);
}

async function sealSample(stage: DemoContext, client: RotaClient): Promise<string> {
  const versionId = await uploadSample(stage, client);
  const query = { document_version_id: versionId, limit: FACTS_MAX };
  const facts = await answerOf(client.GET("/v1/facts", { params: { query } }));
  const params = () => ({ header: FRESH() });
  const { snapshot_id: snapshotId } = await answerOf(client.POST("/v1/snapshots", { params: params(), body: {} }));
  const named = () => ({ ...params(), path: { snapshotId } });
  const factIds = facts.items.map((fact) => fact.fact_id);
  await client.POST("/v1/snapshots/{snapshotId}/items", { params: named(), body: { fact_ids: factIds } });
  await client.POST("/v1/snapshots/{snapshotId}/build", { params: named(), body: {} });
  await until(stage, async () => {
    const { snapshot } = await answerOf(client.GET("/v1/snapshots/{snapshotId}", { params: { path: { snapshotId } } }));
    return snapshot.status === "READY" ? true : undefined;
  });
  await client.POST("/v1/snapshots/{snapshotId}/seal", { params: named(), body: {} });
  return snapshotId;
}

async function uploadSample(stage: DemoContext, client: RotaClient): Promise<string> {
  const { document_id: documentId } = await answerOf(
    client.POST("/v1/documents", { params: { header: FRESH() }, body: { kind: "DATA_MODEL" } }),
  );
  const content = Buffer.from(sampleBatteryPass()).toString("base64");
  const { document_version_id: documentVersionId } = await answerOf(
    client.POST("/v1/documents/{documentId}/versions", {
      params: { header: FRESH(), path: { documentId } },
      body: { content, mime_type: "application/json" },
    }),
  );
  const params = { path: { documentVersionId } };
  return until(stage, async () => {
    const { status, objection } = await answerOf(client.GET("/v1/document-versions/{documentVersionId}", { params }));
    if (status === "REJECTED") throw new Error(`the shipped sample was rejected: ${objection ?? "without a reason"}`);
    return status === "VALIDATED" ? documentVersionId : undefined;
  });
}

async function findRules(stage: DemoContext, client: RotaClient): Promise<string> {
  const [rules] = shippedRules();
  if (rules === undefined) throw new Error("no rules come along");
  const { items } = await answerOf(client.GET("/v1/rule-packages"));
  const known = items.find(({ name }) => name === rules.name);
  const { name, description, dslSource, testsSource } = rules;
  const { rule_package_id: rulePackageId } =
    known ??
    (await answerOf(client.POST("/v1/rule-packages", { params: { header: FRESH() }, body: { name, description } })));
  const added = await answerOf(
    client.POST("/v1/rule-packages/{rulePackageId}/versions", {
      params: { header: FRESH(), path: { rulePackageId } },
      body: { dsl_source: dslSource, tests_source: testsSource },
    }),
  );
  if (added.status !== "PUBLISHED") await publish(stage, client, added.rule_package_version_id);
  return added.rule_package_version_id;
}

/** Publishes rules once their tests have passed. */
async function publish(stage: DemoContext, client: RotaClient, rulePackageVersionId: string): Promise<void> {
  const params = () => ({ header: FRESH(), path: { rulePackageVersionId } });
  await client.POST("/v1/rule-package-versions/{rulePackageVersionId}/tests:run", { params: params(), body: {} });
  await until(stage, async () => {
    const { test_runs: runs } = await answerOf(
      client.GET("/v1/rule-package-versions/{rulePackageVersionId}", { params: { path: { rulePackageVersionId } } }),
    );
    return runs.length > 0 ? true : undefined;
  });
  await client.POST("/v1/rule-package-versions/{rulePackageVersionId}:publish", { params: params(), body: {} });
}

const EVENT_TYPES = ["passport.version.active"];
const LISTED = 100;
/** Short retry intervals: the receiver was unavailable only because this process was. */
const SCHEDULE_MS = Array.from({ length: 20 }, () => 2_000);

/** Finds or creates the endpoint. @returns its id; from then on the receiver accepts what is signed for it. */
async function findEndpoint({ clientOf, receiver }: DemoContext): Promise<string> {
  const client = clientOf(TENANTS.passports);
  const { url } = receiver;
  const { items } = await answerOf(client.GET("/v1/webhooks/endpoints", { params: { query: { limit: LISTED } } }));
  const known = items.find((endpoint) => new URL(endpoint.url).pathname === new URL(url).pathname);
  if (known === undefined) {
    const body = { url, eventTypes: EVENT_TYPES, schedule: SCHEDULE_MS };
    const { endpointId, secret } = await answerOf(client.POST("/v1/webhooks/endpoints", { body }));
    receiver.trust(secret);
    return endpointId;
  }
  const params = { path: { endpointId: known.endpointId } };
  const { secret } = await answerOf(
    client.POST("/v1/webhooks/endpoints/{endpointId}/rotate", { params, body: { force: true } }),
  );
  receiver.trust(secret);
  await client.PATCH("/v1/webhooks/endpoints/{endpointId}", { params, body: { url } });
  await client.POST("/v1/webhooks/endpoints/{endpointId}/enable", { params });
  return known.endpointId;
}

const PAGE = 100;

/** Counts delivered events, each once however often it was sent. */
async function countDelivered({ clientOf }: DemoContext, endpointId: string): Promise<number> {
  const client = clientOf(TENANTS.passports);
  const delivered = new Set<string>();
  let after: string | undefined;
  do {
    const query = { endpointId, state: "DELIVERED", limit: PAGE, ...(after === undefined ? {} : { after }) } as const;
    const page = await answerOf(client.GET("/v1/webhooks/deliveries", { params: { query } }));
    for (const { eventId } of page.items) delivered.add(eventId);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return delivered.size;
}
