/** The whole pipeline of passports as callers of the API use it, from the upload of documents to the QR codes. */
import { randomUUID } from "node:crypto";
import type { Database, Engine } from "@rota/engine";
import { sampleBatteryPass, shippedRules } from "@rota/passports/node";
import type { Server } from "@rota/server";
import { countDrawn } from "./drawn.sql.ts";

export type Pipeline = {
  /** Requests a passport for its own battery; returns when the compilation is requested. */
  readonly ask: (serialNumber: string) => Promise<void>;
  /** Submits the documents of several batteries at once; returns when they are accepted. */
  readonly askTogether: (serialNumbers: readonly string[]) => Promise<void>;
  /** Returns the number of passports that have their QR code, which is the last step. */
  readonly drawn: () => Promise<number>;
};

export type PipelineParts = {
  readonly engine: Engine;
  readonly server: Server;
  readonly database: Database;
  /** API key of a caller with all permissions. */
  readonly key: string;
};

const SERIAL_IN_SAMPLE = "TP75-000417";

/** Creates the product and publishes the bundled rules. */
export async function openPipeline({ engine, server, database, key }: PipelineParts): Promise<Pipeline> {
  const post = poster(server, key);
  const done = (answer: Answer) => engine.task(BigInt(textAt(answer, "job_id"))).result();
  const product = await post("/v1/battery-products", { sku: "TP75", name: "Traction pack 75" });
  const rulesId = await publishShipped(post, done);
  return {
    async ask(serialNumber) {
      const document = await post("/v1/documents", { kind: "DATA_MODEL" });
      const version = await post(`/v1/documents/${textAt(document, "document_id")}/versions`, uploadOf(serialNumber));
      await done(version);
      const snapshotId = textAt(await post("/v1/snapshots", {}), "snapshot_id");
      const items = { document_version_ids: [textAt(version, "document_version_id")] };
      await post(`/v1/snapshots/${snapshotId}/items`, items);
      await done(await post(`/v1/snapshots/${snapshotId}/build`, {}));
      await post(`/v1/snapshots/${snapshotId}/seal`, {});
      const battery = { battery_product_id: textAt(product, "battery_product_id"), serial_number: serialNumber };
      const passportId = textAt(await post("/v1/passports", battery), "passport_id");
      const request = { snapshot_id: snapshotId, rule_package_version_id: rulesId };
      await post(`/v1/passports/${passportId}/compile`, request);
    },
    async askTogether(serialNumbers) {
      const batteries = serialNumbers.map((serial_number) => ({ serial_number, ...uploadOf(serial_number) }));
      const battery_product_id = textAt(product, "battery_product_id");
      await post("/v1/passport-batches", { battery_product_id, rule_package_version_id: rulesId, batteries });
    },
    drawn: async () => Number((await database.query(countDrawn()))[0]?.drawn ?? 0n),
  };
}

function uploadOf(serialNumber: string) {
  const text = sampleBatteryPass().replaceAll(SERIAL_IN_SAMPLE, serialNumber);
  return { content: Buffer.from(text).toString("base64"), mime_type: "application/json" };
}

async function publishShipped(post: Post, done: (answer: Answer) => Promise<unknown>): Promise<string> {
  const [shipped] = shippedRules();
  if (shipped === undefined) throw new Error("no rules come along");
  const { name, dslSource: dsl_source, testsSource: tests_source } = shipped;
  const packageId = textAt(await post("/v1/rule-packages", { name }), "rule_package_id");
  const version = await post(`/v1/rule-packages/${packageId}/versions`, { dsl_source, tests_source });
  const rulesId = textAt(version, "rule_package_version_id");
  await done(await post(`/v1/rule-package-versions/${rulesId}/tests:run`, {}));
  await post(`/v1/rule-package-versions/${rulesId}:publish`, {});
  return rulesId;
}

type Answer = Readonly<Record<string, unknown>>;
type Post = (path: string, body: object) => Promise<Answer>;

function poster(server: Server, key: string): Post {
  return async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
    const answer = await server.inject({ method: "POST", url: path, headers, payload: body });
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${String(answer.statusCode)}: ${answer.body}`);
    return answer.json<Answer>();
  };
}

function textAt(answer: Answer, name: string): string {
  const text = answer[name];
  if (typeof text !== "string") throw new Error(`an answer has no ${name}`);
  return text;
}
