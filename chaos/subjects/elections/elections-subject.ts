/** Small elections that are counted while the fault strikes: tally, shares, compensation, combining, record. */
import type { Piece, Subject } from "../../subject.ts";
import { countElection } from "./count-election.ts";
import { holdElection } from "./hold-election.ts";

const ELECTIONS = 3;
const BALLOTS = 12;

export const electionsSubject: Subject = {
  name: "elections",
  sentence: `${String(ELECTIONS)} elections of ${String(BALLOTS)} ballots (toy group, one of three guardians missing), counted at once; a piece is a phase, the votes for a candidate, a verified record`,
  async begin(stage) {
    const held = await Promise.all(Array.from({ length: ELECTIONS }, () => holdElection(stage, BALLOTS)));
    const pieces: Piece[] = [];
    const counts = held.map((election) => countElection(stage, election, (piece) => pieces.push(piece)));
    const counted = Promise.allSettled(counts);
    return {
      async finish() {
        const failed = (await counted).find((count) => count.status === "rejected");
        // A phase that did not end is a lost piece. Any other failure breaks the cell.
        if (failed !== undefined && pieces.every(({ doneMs }) => doneMs.length > 0)) throw failed.reason;
      },
      pieces: () => Promise.resolve(pieces),
    };
  },
};
