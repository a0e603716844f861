/** Short names of what the server answers about elections. */
import type { Item, Json } from "../../../api/wire.ts";

export type ElectionItem = Item<"/v1/elections">;
export type ElectionDetails = Json<"/v1/elections/{electionId}">;
export type Ceremony = Json<"/v1/elections/{electionId}/ceremony">;
export type Decryption = Json<"/v1/elections/{electionId}/decryption">;
export type PhaseStatus = Json<"/v1/elections/{electionId}/tally">;
export type Results = Json<"/v1/elections/{electionId}/results">;
export type ContestResult = Results["units"][number]["contests"][number];
export type BallotView = Json<"/v1/elections/{electionId}/ballots/{code}">;
export type BulletinItem = Item<"/v1/elections/{electionId}/bulletin">;
export type Voting = Json<"/v1/elections/{electionId}/voting">;
