/** Opens a dashboard with the passports workload and one passport made over HTTP. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { readSigningKey, sampleBatteryPass, shippedRules } from "../../src/node.ts";
import passports from "../../src/workload.ts";
import { vi } from "vitest";
import { openDashboard, type OpenedDashboard } from "../../../../packages/dashboard/test/open-dashboard.ts";

export type PassportDashboard = OpenedDashboard & {
  /** Published rules, a product and a sealed snapshot. */
  readonly made: MadePassport;
  readonly folder: string;
};

export async function openPassports(): Promise<PassportDashboard> {
  // Key with which workers sign.
  process.env["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64"] = SIGNING_KEY.privateKey;
  process.env["BPC_SIGNING_KEY_ID"] = SIGNING_KEY.keyId;
  const folder = await mkdtemp(join(tmpdir(), "rota-passports-"));
  const dashboard = await openDashboard({ tasks: [], workloads: [passports] });
  await dashboard.engine.start();
  return {
    ...dashboard,
    made: await makePassport(dashboard),
    folder,
    async dispose() {
      await dashboard.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

const TENANT = "acme";
export const SIGNING_KEY = { keyId: "2026-01", privateKey: "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=" };

type MadePassport = {
  readonly versionId: string;
  readonly rulePackageId: string;
  readonly documentId: string;
  /** Returns the whole file, as a user who may see everything downloads it. */
  readonly file: () => Promise<string>;
};

type Answered = Readonly<Record<string, unknown>>;

export async function makePassport({ engine, url }: { engine: Engine; url: string }): Promise<MadePassport> {
  const { key } = await createKey(engine.database, { name: "program", roles: ["admin"], tenant: TENANT });
  const send = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "idempotency-key": randomUUID(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ask = async (method: string, path: string, body?: object): Promise<Answered> => {
    const response = await send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return answeredOf(JSON.parse(text));
  };
  const until = async (path: string, isThere: (answer: Answered) => boolean) =>
    vi.waitUntil(async () => isThere(await ask("GET", path)), { timeout: 60_000, interval: 100 });

  const { publicKey } = readSigningKey(SIGNING_KEY);
  await ask("POST", "/v1/signing-keys", { key_id: SIGNING_KEY.keyId, public_key: publicKey });

  const document = await ask("POST", "/v1/documents", { kind: "DATA_MODEL", external_ref: "battery-pass.json" });
  const documentId = idIn(document, "document_id");
  const added = await ask("POST", `/v1/documents/${documentId}/versions`, {
    content: Buffer.from(sampleBatteryPass()).toString("base64"),
    mime_type: "application/json",
  });
  const documentVersionId = idIn(added, "document_version_id");
  await until(`/v1/document-versions/${documentVersionId}`, (answer) => has(answer, "VALIDATED"));

  const snapshotId = idIn(await ask("POST", "/v1/snapshots", { label: "March" }), "snapshot_id");
  await ask("POST", `/v1/snapshots/${snapshotId}/items`, { document_version_ids: [documentVersionId] });
  await ask("POST", `/v1/snapshots/${snapshotId}/build`, {});
  await until(`/v1/snapshots/${snapshotId}`, (answer) => has(answer, "READY"));
  await ask("POST", `/v1/snapshots/${snapshotId}/seal`, {});

  const [rules] = shippedRules();
  const packaged = await ask("POST", "/v1/rule-packages", { name: rules?.name, description: rules?.description });
  const rulePackageId = idIn(packaged, "rule_package_id");
  const written = await ask("POST", `/v1/rule-packages/${rulePackageId}/versions`, {
    dsl_source: rules?.dslSource,
    tests_source: rules?.testsSource,
  });
  const rulesId = idIn(written, "rule_package_version_id");
  await ask("POST", `/v1/rule-package-versions/${rulesId}/tests:run`, {});
  await until(`/v1/rule-package-versions/${rulesId}`, (answer) => has(answer, "VALIDATED"));
  await ask("POST", `/v1/rule-package-versions/${rulesId}:publish`, {});
  await ask("PUT", `/v1/rule-package-versions/${rulesId}/access`, { tiers: rules?.tiers });

  const product = await ask("POST", "/v1/battery-products", { sku: "TP75-R2", name: "Traction pack 75" });
  const passport = await ask("POST", "/v1/passports", {
    battery_product_id: idIn(product, "battery_product_id"),
    serial_number: "TP75-2026-000417",
  });
  const compiled = await ask("POST", `/v1/passports/${idIn(passport, "passport_id")}/compile`, {
    snapshot_id: snapshotId,
    rule_package_version_id: rulesId,
  });
  const versionId = idIn(compiled, "passport_version_id");
  await until(`/v1/passport-versions/${versionId}`, (answer) => answer["has_qr"] === true);
  return {
    versionId,
    rulePackageId,
    documentId,
    file: async () => (await send("GET", `/v1/public/passports/${versionId}/file`)).text(),
  };
}

function answeredOf(value: unknown): Answered {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function idIn(answer: Answered, name: string): string {
  return String(answer[name]);
}

/** Reports whether the response has the status, which may be one level down. */
function has(answer: Answered, status: string): boolean {
  return JSON.stringify(answer).includes(`"status":"${status}"`);
}
