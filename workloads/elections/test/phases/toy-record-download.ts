/** Downloads the record of a toy election and verifies it, with the product's verifier and with the second one. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { Group } from "../../src/core/crypto/group.ts";
import { readRecord } from "../../src/core/records/read-record.ts";
import { openRecordFolder } from "../../src/core/node/record-folder.ts";
import type { VerificationReport } from "../../src/verify/report.ts";
import { verifyRecord } from "../../src/verify/verify-record.ts";
import { toyGroup } from "../toy-election.ts";
import type { World } from "../life/world.ts";
import { verifyFolder } from "../second-verifier/verify-folder.ts";
import { WAIT } from "./toy-phases.ts";

/** Returns the folder of the unpacked record, which is deleted after the test. */
export async function downloadRecord({ server }: World, electionId: string): Promise<string> {
  const answer = await vi.waitUntil(async () => {
    const given = await server.inject({ method: "GET", url: `/v1/elections/${electionId}/record` });
    return given.statusCode === 200 ? given : undefined;
  }, WAIT);
  const folder = await mkdtemp(join(tmpdir(), "rota-record-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "record.zip"), answer.rawPayload);
  const unpacked = join(folder, "record");
  execFileSync("python3", ["-m", "zipfile", "-e", join(folder, "record.zip"), unpacked]);
  return unpacked;
}

/** Verifies a download. Fails when the second verifier refuses it. */
export async function verifyDownload(
  world: World,
  electionId: string,
  group: Group = toyGroup,
): Promise<VerificationReport> {
  const folder = await downloadRecord(world, electionId);
  verifyFolder(folder, group);
  return verifyRecord(readRecord(openRecordFolder(folder)), { group });
}
