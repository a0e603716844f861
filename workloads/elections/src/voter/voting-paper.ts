/** What a voter's device is given to encrypt with; keys and hashes are computed from it, not believed. */
import { RotaError } from "@rota/engine/errors";
import type { Election } from "../ballots/encrypt-ballot.ts";
import type { Group } from "../crypto/group/group.ts";
import { createContext } from "../guardians/election-context.ts";
import { manifestHash } from "../manifest/manifest-hash.ts";
import { readManifest } from "../manifest/read-manifest.ts";
import { readJson } from "../records/json-reader.ts";
import { readContext, readGuardian } from "../records/read-record.ts";

/** Manifest, context and guardians in the JSON of ElectionGuard 1.4, as the server publishes them. */
export type VotingPaper = {
  readonly styleId: string;
  /** The beginning of the day, in seconds. */
  readonly timestamp: number;
  readonly manifest: unknown;
  /** What the server says follows from the rest; compared where it is given. */
  readonly context?: unknown;
  readonly guardians: readonly unknown[];
};

/** Refuses a joint key that is not that of the published guardians: whoever had its secret could read the ballot. */
export function readPaper(
  group: Group,
  paper: Pick<VotingPaper, "manifest" | "context" | "guardians">,
): Pick<Election, "manifest" | "context"> {
  const manifest = readManifest(jsonFrom(paper.manifest, "manifest"));
  const guardians = paper.guardians.map((guardian) => readGuardian(jsonFrom(guardian, "guardian")));
  const quorum = guardians[0]?.commitments.length ?? 0;
  const context = createContext(group, { guardians, quorum, manifestHash: manifestHash(group, manifest) });
  if (paper.context === undefined) return { manifest, context };
  const told = readContext(jsonFrom(paper.context, "context"));
  if (told.publicKey === context.publicKey && told.extendedHash === context.extendedHash) return { manifest, context };
  const message =
    "the key of the election is not that of its guardians: do not vote, and tell the election office what this says";
  throw new RotaError("CEREMONY_INVALID", message);
}

function jsonFrom(value: unknown, name: string) {
  return readJson(JSON.stringify(value), name);
}
