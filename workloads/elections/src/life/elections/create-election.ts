/** Creates an election with its guardians and its frozen manifest, in one transaction that it opens. */
import { randomUUID } from "node:crypto";
import { appendAudit, type Database } from "@rota/engine";
import { toHex } from "../../crypto/hash/hex.ts";
import { checkManifest } from "../../manifest/check-manifest.ts";
import { manifestHash } from "../../manifest/manifest-hash.ts";
import { readManifest } from "../../manifest/read-manifest.ts";
import { groupOf } from "../../phases/arithmetic/group-of.ts";
import { readJson } from "../../records/json-reader.ts";
import {
  checkWish,
  DEFAULT_CHUNK_SIZE,
  DEFAULT_GROUP,
  guardianIdAt,
  warningsAbout,
  type ElectionWish,
} from "./election-wish.ts";
import { toElection, type LifeElection } from "./election.ts";
import { insertElection, insertGuardians } from "./elections.sql.ts";
import { manifestOf } from "./manifest-of.ts";

export type CreatedElection = { readonly election: LifeElection; readonly warnings: readonly string[] };

export async function createElection(
  database: Database,
  { wish, tenant, actor }: { readonly wish: ElectionWish; readonly tenant: string; readonly actor: string },
): Promise<CreatedElection> {
  checkWish(wish);
  const { group: groupName = DEFAULT_GROUP, guardians, quorum } = wish;
  const text = JSON.stringify(manifestOf(wish, `rota-${randomUUID()}`));
  const manifest = readManifest(readJson(text, "manifest.json"));
  checkManifest(manifest);
  const row = {
    tenant,
    title: wish.title,
    description: wish.description ?? "",
    groupName,
    guardianCount: guardians.length,
    quorum,
    reporting: wish.reporting ?? "election",
    chunkSize: wish.chunkSize ?? DEFAULT_CHUNK_SIZE,
    isKiosk: wish.isKiosk ?? false,
    manifest: new TextEncoder().encode(text),
    manifestHash: toHex(manifestHash(groupOf(groupName), manifest)),
    createdBy: actor,
  };
  const election = await database.transaction(async (tx) => {
    const [made] = await tx.query(insertElection(row));
    if (made === undefined) throw new Error("an election was inserted and no row came back");
    const ids = guardians.map(({ guardianId }, index) => guardianId ?? guardianIdAt(index));
    await tx.query(insertGuardians(made.election_id, { ids, names: guardians.map(({ name }) => name) }));
    await appendAudit(tx, {
      tenant,
      actor,
      action: "election.created",
      subject: { type: "election", id: String(made.election_id) },
      details: { title: wish.title, guardians: ids, quorum, group: groupName, manifestHash: row.manifestHash },
    });
    return toElection(made);
  });
  return { election, warnings: warningsAbout(wish) };
}
