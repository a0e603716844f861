/** A ballot as its row holds it. */
import { unpackBallot } from "../../ballots/pack-ballot.ts";
import type { EncryptedBallot } from "../../ballots/ballot.ts";
import type { Group } from "../../crypto/group/group.ts";
import { fromHex } from "../../crypto/hash/hex.ts";
import type { ElectionContext } from "../../guardians/election-context.ts";
import type { Manifest } from "../../manifest/manifest.ts";

export type StoredBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly previousCode: string;
  readonly content: Uint8Array;
};

export function readStoredBallot(
  group: Group,
  { manifest, context }: { manifest: Manifest; context: ElectionContext },
  { ballotId, styleId, previousCode, content }: StoredBallot,
): EncryptedBallot {
  const codeSeed = fromHex(previousCode, `the code before ballot ${ballotId}`);
  const { manifestHash } = context;
  return unpackBallot(group, { manifest, manifestHash }, { ballotId, styleId, codeSeed, content });
}
