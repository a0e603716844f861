/** Takes shares that a guardian made at home: checked by workers before anybody believes them. */
import { RotaError, type Engine } from "@rota/engine";
import { waitShortly, type Asking } from "../../life/run-shortly.ts";
import { shareAdmission, type SharesToAdmit, type ShareVerdict } from "../../tasks/decryption/share-admission.ts";
import { markDecrypting, selectGivenSlices } from "../decryption/decryption.sql.ts";
import { planDecryption, readStanding } from "../decryption/plan-decryption.ts";
import { readPhaseElection, type PhaseElection } from "../phase-election.ts";
import { moveElection } from "../phases.sql.ts";
import { shareCost } from "../plan/cost.ts";
import { sliceName, type Slice } from "../plan/slices.ts";
import { groupOfElection, workLabel } from "../plan/work-key.ts";
import { requireState } from "../../life/elections/election.ts";
import { refuseGuardian } from "./start-decryption.ts";

export type GivenShares = Omit<SharesToAdmit, "electionId"> & { readonly electionId: bigint; readonly by: string };

/** Undefined when it takes longer than a caller waits; they are checked all the same. */
export async function takeShares(
  { engine, signal, waitMs }: Asking,
  { electionId, by, ...given }: GivenShares,
): Promise<ShareVerdict | undefined> {
  const election = await readPhaseElection(engine.database, electionId);
  requireState(election, ["TALLIED", "DECRYPTING"], "decrypting");
  const { guardian, missing } = given;
  await refuseGuardian(engine, election, guardian);
  await refuseSlice(engine, election, given.slice);
  await engine.database.transaction(async (tx) => {
    await tx.query(moveElection(electionId, ["TALLIED"], "DECRYPTING"));
    await tx.query(markDecrypting({ electionId, guardian, by, isAtHome: true }));
  });
  const work = { phase: "SHARES", electionId, guardian, ...(missing === null ? {} : { missing }) } as const;
  const task = await engine.submit(
    shareAdmission,
    { electionId: String(electionId), ...given },
    {
      tenant: election.tenant,
      group: groupOfElection(electionId),
      cost: shareCost(given.shares.length),
      taskKey: { stem: workLabel(work) },
    },
  );
  return waitShortly(task, { signal, waitMs });
}

/** A slice that a guardian has still to give shares of, for itself or for a missing one. */
export type OpenSlice = Slice & { readonly missing: number | null };

/** What is left to do for a guardian that decrypts at home. */
export async function openSlices(
  { database }: Engine,
  election: PhaseElection,
  guardian: number,
): Promise<OpenSlice[]> {
  const { electionId } = election;
  const slices = (await planDecryption(database, election)).flat();
  const { missing } = await readStanding(database, election);
  const wanted = [null, ...missing.map((absent) => absent.public.sequence)];
  const open: OpenSlice[] = [];
  for (const number of wanted) {
    const rows = await database.query(selectGivenSlices({ electionId, guardian, missing: number }));
    const given = new Set(rows.map(({ subject_id: subjectId, ...rest }) => sliceName({ ...rest, subjectId })));
    open.push(
      ...slices.filter((slice) => !given.has(sliceName(slice))).map((slice) => ({ ...slice, missing: number })),
    );
  }
  return open;
}

async function refuseSlice({ database }: Engine, election: PhaseElection, wanted: Slice): Promise<void> {
  const slices = (await planDecryption(database, election)).flat();
  if (slices.some((slice) => sliceName(slice) === sliceName(wanted))) return;
  const message = `election ${String(election.electionId)} has no ${sliceName(wanted)}: ask what is left to decrypt`;
  throw new RotaError("DECRYPTION_SHARES_INVALID", message);
}
