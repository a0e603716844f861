/** Asks the workers for the key that guardians seal to: only they have the seed that it follows from. */
import { computeIn, defineTask, ELECTIONS_RETRY } from "@rota/engine";
import type * as fleet from "../../phases/arithmetic/fleet.ts";

const inFleet = computeIn<typeof fleet>(new URL("../../phases/arithmetic/fleet.ts", import.meta.url));

export const fleetKey = defineTask({
  name: "elections.fleet-key",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
  priority: 1,
  run: async (_: object, { compute }) => ({ publicKey: await compute(inFleet("fleetPublicKey"), undefined) }),
});
