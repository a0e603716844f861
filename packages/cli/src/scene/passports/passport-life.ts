/** One passport from its serial number to a version in force. A serial number has one passport, and the scene one version of it. */
import { randomUUID } from "node:crypto";
import { answerOf, type RotaClient } from "@rota/client";
import { until, type Stage } from "../stage.ts";
import type { Ground } from "./prepare-ground.ts";

const FRESH = () => ({ "idempotency-key": randomUUID() });

/** @returns the id of its version, which may have been asked for before. */
export async function requestPassport(client: RotaClient, ground: Ground, serialNumber: string): Promise<string> {
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

/** Resolves when it is compiled, signed and drawn. */
export function untilDrawn(stage: Stage, client: RotaClient, passportVersionId: string): Promise<true> {
  const params = { path: { passportVersionId } };
  return until(stage, async () => {
    const version = await answerOf(client.GET("/v1/passport-versions/{passportVersionId}", { params }));
    if (version.failure !== null) throw new Error(`a passport cannot be compiled: ${version.failure.message}`);
    return version.has_qr ? true : undefined;
  });
}

export async function activate(client: RotaClient, passportVersionId: string): Promise<void> {
  const path = { passportVersionId };
  const { status } = await answerOf(client.GET("/v1/passport-versions/{passportVersionId}", { params: { path } }));
  if (status !== "SIGNED") return;
  const params = { path, header: FRESH() };
  await client.POST("/v1/passport-versions/{passportVersionId}/activate", { params, body: {} });
}

/** Compiles it again from the same facts and rules, and compares every hash. */
export async function replay(client: RotaClient, passportVersionId: string): Promise<void> {
  const params = { path: { passportVersionId }, header: FRESH() };
  await client.POST("/v1/passport-versions/{passportVersionId}/replay", { params, body: {} });
}
