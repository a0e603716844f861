/** What the chunks of both kinds of decryption do: make shares of slices with a sealed credential, and keep them once. */
import type { RunContext } from "@rota/engine";
import type { SlicesToDecrypt } from "../../phases/arithmetic/make-shares.ts";
import { insertShares, selectGivenSlices, type Giver } from "../../phases/decryption/decryption.sql.ts";
import { readSources } from "../../phases/decryption/slice-sources.ts";
import { guardianNumbered, readPhaseElection, readGuardians, type PhaseGuardian } from "../../phases/phase-election.ts";
import type { ShareForm } from "../../phases/forms/share-form.ts";
import { sliceName, type Slice } from "../../phases/plan/slices.ts";
import { credentialKey } from "../../phases/plan/work-key.ts";

export type ShareChunk = { readonly giver: Giver; readonly slices: readonly Slice[] };

export type MakeShares = (
  work: SlicesToDecrypt,
  guardians: readonly PhaseGuardian[],
) => Promise<readonly (readonly ShareForm[])[]>;

/** Waits, at no cost, while the credential is not there. */
export async function runShareChunk(
  context: RunContext,
  { giver, slices }: ShareChunk,
  make: MakeShares,
): Promise<void> {
  const { electionId, guardian: number } = giver;
  const { database } = context;
  const given = (await database.query(selectGivenSlices(giver))).map(({ subject_id: subjectId, ...rest }) =>
    sliceName({ ...rest, subjectId }),
  );
  const wanted = slices.filter((slice) => !given.includes(sliceName(slice)));
  if (wanted.length === 0) return;
  const credential = await context.secrets.read(credentialKey(electionId, number));
  const { group, manifest, context: keys } = await readPhaseElection(database, electionId);
  const guardians = await readGuardians(database, electionId);
  const shares = await make(
    {
      group,
      manifest,
      context: keys,
      electionId: String(electionId),
      guardian: guardianNumbered(guardians, number).public,
      credential,
      slices: await readSources(database, electionId, wanted),
    },
    guardians,
  );
  await context.commit(async (tx) => {
    for (const [index, slice] of wanted.entries()) await tx.query(insertShares(giver, slice, shares[index] ?? []));
  });
}
