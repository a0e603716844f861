/**
 * Creates the parts of a whole record in a small group: two of five guardians missing, one ballot challenged and
 * opened.
 */
import { deviceHash, type SubmittedBallot } from "../src/core/ballots/ballot.ts";
import { encryptBallot } from "../src/core/ballots/encrypt-ballot.ts";
import { randomScalar } from "../src/core/crypto/scalars.ts";
import type { ElectionContext } from "../src/core/guardians/key-ceremony.ts";
import type { OpenedBallot } from "../src/core/records/write-ballot.ts";
import { manifestToJson } from "../src/core/manifest/manifest-json.ts";
import type { RecordParts } from "../src/core/records/write-record.ts";
import { choice, holdCeremony, tallyToRecord, toyGroup, toyManifest } from "./toy-election.ts";

const device = { deviceId: 7, sessionId: 1, launchCode: 2, location: "town hall" };
const CANDIDATES = ["ann", "bob", "cy"].map((candidateId) => ({
  candidateId,
  name: [{ value: candidateId, language: "en" }],
  partyId: candidateId === "ann" ? "bread" : null,
  isWriteIn: false,
}));

const VOTES = [
  { plain: choice("b1", ["ann"], ["ann", "bob"]), state: "cast" },
  { plain: choice("b2", ["ann"], ["bob"]), state: "cast" },
  { plain: choice("b3", ["cy"], ["bob"]), state: "challenged" },
  { plain: choice("b4", [], ["ann", "bob", "cy"]), state: "cast" },
] as const;

/** Returns a record in two forms: the parts to write, and the record that is read. */
export function toyRecordParts({ count = 5, quorum = 3, present = 3, votes = 4 } = {}) {
  const election = holdCeremony({ count, quorum });
  const { ballots, opened } = encryptAndOpen(election.context, VOTES.slice(0, votes));
  const record = tallyToRecord(election, { ballots, present });
  const cast = ballots.filter(({ state }) => state === "cast").map(({ ballotId }) => ballotId);
  const parts: RecordParts = {
    ...record,
    group: toyGroup,
    manifest: manifestToJson(toyManifest, CANDIDATES),
    opened,
    chunkPlan: {
      seed: "ab".repeat(32),
      chunkSize: 2,
      reporting: "election",
      chunks: [cast.slice(0, 2), cast.slice(2)].flatMap((ballotIds, index) =>
        ballotIds.length === 0 ? [] : [{ number: index + 1, unitId: "election", ballotIds }],
      ),
    },
    auditLog: [
      { action: "election.open", by: "ann@example.org" },
      { action: "election.close", by: "ann@example.org" },
    ],
  };
  return { election, parts, record, opened };
}

/** Encrypts like encryptAll, and keeps the nonces of challenged ballots. */
function encryptAndOpen(context: ElectionContext, votes: readonly (typeof VOTES)[number][]) {
  const opened: OpenedBallot[] = [];
  let codeSeed = deviceHash(toyGroup, device);
  const ballots = votes.map(({ plain, state }, index): SubmittedBallot => {
    const nonce = randomScalar(toyGroup);
    const toEncrypt = { ballot: plain, nonce, codeSeed, timestamp: 1_700_000_000 + index };
    const { ballot } = encryptBallot(toyGroup, { manifest: toyManifest, context }, toEncrypt);
    codeSeed = ballot.code;
    const { ballotId, styleId, contests } = plain;
    if (state === "challenged") opened.push({ ballotId, styleId, nonce, votes: contests });
    return { ...ballot, state };
  });
  return { ballots, opened };
}
