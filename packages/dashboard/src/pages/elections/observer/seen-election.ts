/** What the parts of the page for everybody know of an election. */
import type { Ceremony, Results } from "../shared/wire.ts";

export type SeenElection = {
  readonly electionId: string;
  readonly ceremony: Ceremony;
  readonly manifest: unknown;
  /** Undefined before the count is done. */
  readonly results: Results | undefined;
};
