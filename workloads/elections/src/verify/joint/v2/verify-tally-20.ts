/** Steps 8, 13 and 14 for what only 2.0 publishes: ids of counted ballots, the election, opened contest data. */
import type { Ciphertext } from "../../../crypto/elgamal.ts";
import { isContestText, openContestData } from "../../../crypto/v2/contest-data-20.ts";
import type { Ballot20, OpenedData, Record20, SealedData } from "../../../records/joint/record-20.ts";
import type { Findings } from "../../report.ts";
import type { Profile20 } from "../profile-20.ts";
import type { JointSums } from "../verify-joint-ballots.ts";
import { objectionToJointProof } from "../verify-opened.ts";

type Work = { readonly findings: Findings; readonly sums: JointSums<Ballot20> };

export function verifyTally20({ added, config, tally }: Record20, { findings: { note }, sums }: Work): void {
  const isElection = (hash: bigint) => (hash === config.extendedHash ? undefined : "it is of another election");
  if (added !== undefined) {
    const ids = new Set(added.ballotIds);
    const isCast = ids.size === added.ballotIds.length && ids.size === sums.castIds.size;
    const areSame = isCast && [...ids].every((ballotId) => sums.castIds.has(ballotId));
    note("tally", "tally, ballots", areSame ? undefined : "they are not the cast ballots, each once");
    note("tally", "tally, election", isElection(added.electionHash));
  }
  if (tally !== undefined) note("totals", "tally, election", isElection(tally.electionHash));
}

export function verifyOpenedData(profile: Profile20, record: Record20, { findings: { note }, sums }: Work): void {
  for (const tally of record.challenged) {
    const where = `ballot ${tally.tallyId}`;
    const isElection = tally.electionHash === record.config.extendedHash;
    note("challenged ballots", where, isElection ? undefined : "it is of another election");
    const ballot = sums.challenged.get(tally.tallyId);
    for (const { contestData, contestId } of tally.contests) {
      const submitted = ballot?.contests.find((contest) => contest.contestId === contestId)?.contestData;
      const why = objectionToOpened(profile, { contestData, contestId, submitted });
      note("challenged ballots", `${where}, ${contestId}, contest data`, why);
    }
  }
}

function objectionToOpened(
  profile: Profile20,
  about: { contestData: OpenedData | undefined; contestId: string; submitted: SealedData | undefined },
): string | undefined {
  const { contestData, contestId, submitted } = about;
  if (contestData === undefined) return submitted === undefined ? undefined : "it was not opened";
  const { beta, proof, sealed } = contestData;
  if (JSON.stringify(writable(sealed)) !== JSON.stringify(writable(submitted)))
    return "what was opened is not what was submitted";
  const { group, hashes } = profile;
  if (!group.isResidue(sealed.pad) || !group.isElement(beta)) return "it is not of numbers of the group";
  const challengeOf = (commitment: Ciphertext) => hashes.openedDataChallenge(sealed, commitment, beta);
  const why = objectionToJointProof(profile, { pad: sealed.pad, shares: beta, proof, challengeOf });
  if (why !== undefined) return why;
  const key = hashes.dataKey(sealed.pad, beta);
  const opened = openContestData({ ...sealed, contestId, key, pad: hashes.element(sealed.pad) });
  if (opened === undefined) return "its seal is broken";
  return isContestText(opened, contestData) ? undefined : "what it says is not what was encrypted";
}

function writable(sealed: SealedData | undefined) {
  return sealed === undefined ? undefined : [sealed.data, sealed.bytes, String(sealed.pad), String(sealed.mac)];
}
