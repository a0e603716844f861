/** Reads an election and its guardians as the phases after closing need them. */
import type { Queryable } from "@rota/engine";
import type { GuardianPublic } from "../core/guardians/key-ceremony.ts";
import { readJson } from "../core/records/json-reader.ts";
import { readGuardian } from "../core/records/read-record.ts";
import type { ElectionBasis } from "../core/tally/slices.ts";
import { ElectionError } from "../errors.ts";
import { contextOfElection, type LifeElection, readElection } from "./election.ts";
import { type PhaseGuardianRow, selectDecrypting, selectPhaseGuardians } from "./tally.sql.ts";

export type PhaseElection = ElectionBasis &
  Pick<LifeElection, "electionId" | "tenant" | "state" | "title"> & {
    /** Seed of the order of ballots, set at closing. */
    readonly seed: string;
    /** Numbers of the guardians whose shares count, once combining has begun. */
    readonly present: readonly number[] | undefined;
    readonly deadline: Date | undefined;
  };

export type PhaseGuardian = {
  readonly public: GuardianPublic;
  readonly name: string;
  readonly missing: { readonly at: Date; readonly by: string } | undefined;
  /** Since when and how it decrypts. */
  readonly decrypting: { readonly since: Date; readonly by: string; readonly isAtHome: boolean } | undefined;
  /** Time when all its shares were stored and its credential was deleted. */
  readonly decryptedAt: Date | undefined;
};

/** Reads an election. Refuses with ELECTION_NOT_FOUND, also when it belongs to another tenant than the given one. */
export async function readPhaseElection(on: Queryable, electionId: bigint, tenant?: string): Promise<PhaseElection> {
  const life = await readElection(on, { electionId, tenant });
  const [row] = await on.query(selectDecrypting(electionId));
  return {
    electionId,
    tenant: life.tenant,
    state: life.state,
    title: life.title,
    group: life.groupName,
    manifest: life.manifest,
    context: contextOfElection(life),
    seed: life.permutationSeed ?? "",
    present: row?.present_guardians ?? undefined,
    deadline: row?.decryption_deadline ?? undefined,
  };
}

/** Reads the guardians in the order of their numbers. */
export async function readPhaseGuardians(on: Queryable, electionId: bigint): Promise<PhaseGuardian[]> {
  return (await on.query(selectPhaseGuardians(electionId))).map(toGuardian);
}

/** Returns the guardian with a number. Refuses an unknown number. */
export function guardianNumbered<Guardian extends PhaseGuardian>(
  guardians: readonly Guardian[],
  sequence: number,
): Guardian {
  const found = guardians.find((guardian) => guardian.public.sequence === sequence);
  if (found !== undefined) return found;
  const message = `the election has no guardian with the number ${String(sequence)}`;
  throw new ElectionError("ELECTION_NOT_FOUND", message, { guardian: sequence });
}

function toGuardian(row: PhaseGuardianRow): PhaseGuardian {
  const { missing_at: missingAt, missing_by: missingBy, decrypting_since: since, decrypting_by: by } = row;
  return {
    public: publishedBy(row),
    name: row.name,
    missing: missingAt === null ? undefined : { at: missingAt, by: missingBy ?? "" },
    decrypting: since === null ? undefined : { since, by: by ?? "", isAtHome: row.is_at_home ?? false },
    decryptedAt: row.decrypted_at ?? undefined,
  };
}

function publishedBy({ guardian_id: guardianId, sequence, published }: PhaseGuardianRow): GuardianPublic {
  if (published === null) return { guardianId, sequence, commitments: [], proofs: [] };
  return {
    ...readGuardian(readJson(JSON.stringify(published), `keys of guardian ${guardianId}`)),
    guardianId,
    sequence,
  };
}
