/** Puts a decrypted tally or challenged ballot together as the record shows it: counts, and every share behind them. */
import type { Queryable } from "@rota/engine";
import { fromHex } from "../../crypto/hash/hex.ts";
import type { Group } from "../../crypto/group/group.ts";
import { recoveryKey } from "../../guardians/key-backup.ts";
import { readJson, type JsonValue } from "../../records/json-reader.ts";
import type { CompensatedShare, DecryptedSelection, DecryptedTally, GuardianShare } from "../../tally/tally.ts";
import { sliceItems } from "../arithmetic/slice-items.ts";
import { selectShares } from "../decryption/decryption.sql.ts";
import { readSource } from "../decryption/slice-sources.ts";
import type { PhaseElection, PhaseGuardian } from "../phase-election.ts";
import { readShares, type GivenShare } from "../forms/share-form.ts";
import { placeKey, type Place, type Slice, type Subject } from "../plan/slices.ts";
import { selectDecryptions } from "../results/results.sql.ts";

export type DecryptedFrom = {
  readonly group: Group;
  readonly election: PhaseElection;
  readonly guardians: readonly PhaseGuardian[];
};

/** `tallyId` is what the record calls it. */
export async function readDecrypted(
  on: Queryable,
  from: DecryptedFrom,
  { tallyId, ...subject }: Subject & { tallyId: string },
): Promise<DecryptedTally> {
  const { electionId } = from.election;
  const rows = await on.query(selectDecryptions(electionId, subject.subject, subject.subjectId));
  const contests = new Map<string, DecryptedSelection[]>();
  for (const { slice, content } of rows) {
    for (const { contest, ...selection } of await readSlice(on, from, { ...subject, slice, content })) {
      contests.set(contest, [...(contests.get(contest) ?? []), selection]);
    }
  }
  return { tallyId, contests: [...contests].map(([contestId, selections]) => ({ contestId, selections })) };
}

async function readSlice(
  on: Queryable,
  { group, election, guardians }: DecryptedFrom,
  slice: Slice & { content: unknown },
): Promise<(DecryptedSelection & { contest: string })[]> {
  const source = await readSource(on, election.electionId, slice);
  const rows = await on.query(selectShares(election.electionId, slice));
  const given = rows.map(({ guardian, missing, shares }) => ({
    guardian,
    missing,
    shares: new Map(readShares(shares, "shares").map((share) => [placeKey(share), share])),
  }));
  const combined = new Map(
    readJson(JSON.stringify(slice.content), "what was combined")
      .list()
      .map((json) => [
        placeKey({ contest: json.member("contest").text(), selection: json.member("selection").text() }),
        json,
      ]),
  );
  return sliceItems(group, election, source).map(({ ciphertext, ...place }) => {
    const json = combined.get(placeKey(place));
    if (json === undefined) throw new Error(`${place.selection} was not combined`);
    const shareBy = (guardian: number, missing: number | null) =>
      given.find((one) => one.guardian === guardian && one.missing === missing)?.shares.get(placeKey(place));
    const shares = guardians.map((guardian) => shareOf(group, { election, guardians, guardian, place, json, shareBy }));
    const count = json.member("count").integer();
    return {
      contest: place.contest,
      selectionId: place.selection,
      count,
      value: json.member("value").hex(),
      ciphertext,
      shares,
    };
  });
}

type OneShare = {
  readonly election: PhaseElection;
  readonly guardians: readonly PhaseGuardian[];
  readonly guardian: PhaseGuardian;
  readonly place: Place;
  readonly json: JsonValue;
  readonly shareBy: (guardian: number, missing: number | null) => GivenShare | undefined;
};

function shareOf(group: Group, { election, guardians, guardian, place, json, shareBy }: OneShare): GuardianShare {
  const { guardianId, sequence } = guardian.public;
  const require = (share: GivenShare | undefined): GivenShare => {
    if (share === undefined) throw new Error(`a share of ${place.selection} is gone`);
    return { share: share.share, proof: share.proof };
  };
  if (election.present?.includes(sequence) === true)
    return { kind: "direct", guardianId, ...require(shareBy(sequence, null)) };
  const present = guardians.filter((other) => election.present?.includes(other.public.sequence));
  const parts = present.map((other): CompensatedShare => ({
    guardianId: other.public.guardianId,
    missingGuardianId: guardianId,
    recoveryKey: recoveryKey(group, guardian.public, other.public.sequence),
    ...require(shareBy(other.public.sequence, sequence)),
  }));
  const share = fromHex(json.member("recovered").member(guardianId).text(), "a recovered share");
  return { kind: "reconstructed", guardianId, share, parts };
}
