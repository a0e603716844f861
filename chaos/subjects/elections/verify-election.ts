/** Downloads the record of an election and verifies it, as any member of the public can. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecord } from "@rota/elections";
import { openRecordFiles } from "@rota/elections/node";
import { patientFetch } from "../../stage/patient-fetch.ts";
import { toyGroup, type ElectionStage } from "./hold-election.ts";

const OK = 200;

/** Returns false while there is no record. Throws when it is invalid. */
export async function isRecordValid({ server }: ElectionStage, electionId: string): Promise<boolean> {
  const answer = await patientFetch(new Request(`${server.url}/v1/elections/${electionId}/record`));
  if (answer.status !== OK) return false;
  const folder = await mkdtemp(join(tmpdir(), "rota-chaos-record-"));
  try {
    const file = join(folder, "record.zip");
    await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
    const { verdict } = openRecord(openRecordFiles(file), { group: toyGroup }).verify({});
    if (verdict !== "valid") throw new Error(`the record of election ${electionId} is ${verdict}`);
    return true;
  } finally {
    await rm(folder, { recursive: true });
  }
}
