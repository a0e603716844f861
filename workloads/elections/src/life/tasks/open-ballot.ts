/** The task that opens a challenged ballot: repeats its encryption with the nonce and publishes what came out. */
import { computeIn, defineTask, ELECTIONS_RETRY } from "@rota/engine";
import { fromHex } from "../../crypto/hash/hex.ts";
import type * as ballotChecks from "../arithmetic/ballot-checks.ts";
import { selectBallot, selectOpened, setOpened } from "../ballots/ballots.sql.ts";
import { contextOfElection, readElection } from "../elections/election.ts";
import { packedRow, type BallotToAdmit } from "./admit-ballot.ts";
import { CHECKS_QUEUE } from "./queue.ts";

const inChecks = computeIn<typeof ballotChecks>(new URL("../arithmetic/ballot-checks.ts", import.meta.url));

export const openBallotTask = defineTask({
  name: "elections.open-ballot",
  queue: CHECKS_QUEUE,
  retry: ELECTIONS_RETRY,
  priority: 1,
  async run({ electionId: id, ballotId }: BallotToAdmit, { database, compute, commit }) {
    const name = { electionId: BigInt(id), ballotId };
    const election = await readElection(database, name);
    const [row] = await database.query(selectBallot(name));
    const [opened] = await database.query(selectOpened(name));
    if (row === undefined || opened === undefined) return;
    const { groupName: group, manifest } = election;
    const work = { group, manifest, context: contextOfElection(election), packed: packedRow(row) };
    const opening = await compute(inChecks("openBallot"), { ...work, nonce: fromHex(opened.nonce, "the nonce") });
    const { verdict } = opening;
    const votes = verdict === "REPEATED" ? opening.votes : null;
    const objection = verdict === "DIFFERENT" ? opening.objection : null;
    await commit((tx) => tx.query(setOpened({ ...name, verdict, votes, objection })));
  },
});
