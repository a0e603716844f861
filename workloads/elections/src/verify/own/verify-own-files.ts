/** What our own records show beside those of others: the nonces of challenged ballots open them, and chunks held each cast ballot once. */
import { isRotaError } from "@rota/engine/errors";
import type { SubmittedBallot } from "../../ballots/ballot.ts";
import { encryptBallot } from "../../ballots/encrypt-ballot.ts";
import type { Group } from "../../crypto/group/group.ts";
import type { OwnFiles } from "../../records/own/read-own-files.ts";
import type { ElectionRecord } from "../../records/read-record.ts";
import type { OpenedBallot } from "../../records/writing/write-ballot.ts";
import type { Findings } from "../report.ts";
import type { BallotSums } from "../verify-ballots.ts";

type Work = { readonly findings: Findings; readonly ballots: BallotSums; readonly own: OwnFiles };

export function verifyOwnFiles(group: Group, record: ElectionRecord, { findings, ballots, own }: Work): void {
  const opened = new Set<string>();
  for (const ballot of own.opened) {
    const submitted = ballots.challenged.get(ballot.ballotId);
    const isFirst = !opened.has(ballot.ballotId);
    const why = isFirst ? objectionToNonce(group, record, { ballot, submitted }) : "its nonce is published twice";
    findings.note("challenged ballots", `ballot ${ballot.ballotId}, nonce`, why);
    opened.add(ballot.ballotId);
  }
  for (const ballotId of ballots.challenged.keys()) {
    if (!opened.has(ballotId)) findings.note("challenged ballots", `ballot ${ballotId}, nonce`, "it is not published");
  }
  verifyPlan({ findings, ballots, own });
}

/** The same choices and nonce give the same ciphertexts; where they do not, the record has to say so itself. */
function objectionToNonce(
  group: Group,
  election: ElectionRecord,
  { ballot, submitted }: { ballot: OpenedBallot; submitted: SubmittedBallot | undefined },
): string | undefined {
  if (submitted === undefined) return "no ballot with this id was challenged";
  if (ballot.votes === undefined) return undefined;
  if (ballot.styleId !== submitted.styleId) return "it is opened with another style";
  const { ballotId, styleId, nonce, votes } = ballot;
  const { codeSeed, timestamp, code } = submitted;
  try {
    const plain = { ballotId, styleId, contests: votes };
    const repeated = encryptBallot(group, election, { ballot: plain, nonce, codeSeed, timestamp });
    return repeated.ballot.code === code ? undefined : "its nonce and votes do not give what was submitted";
  } catch (error) {
    if (isRotaError(error)) return error.message;
    throw error;
  }
}

function verifyPlan({ findings: { note }, ballots, own: { chunks } }: Work): void {
  const seen = new Set<string>();
  for (const { number, ballotIds } of chunks) {
    const stray = ballotIds.find((id) => !ballots.castIds.has(id));
    let twice: string | undefined;
    for (const id of ballotIds) {
      if (seen.has(id)) twice ??= id;
      seen.add(id);
    }
    const wrong = stray === undefined ? undefined : `ballot ${stray} in it was not cast`;
    note("tally", `chunk ${String(number)}`, twice === undefined ? wrong : `ballot ${twice} is counted twice`);
  }
  const isComplete = seen.size === ballots.castIds.size;
  note("tally", "chunk plan", isComplete ? undefined : "not every cast ballot is in a chunk");
}
