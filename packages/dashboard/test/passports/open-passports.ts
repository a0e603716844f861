/** A dashboard with the passports workload at work, one passport that was made, and a folder for files. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passports } from "@rota/passports/workload";
import { openDashboard, type OpenedDashboard } from "../open-dashboard.ts";
import { makePassport, SIGNING_KEY, type MadePassport } from "./make-passport.ts";

export type PassportDashboard = OpenedDashboard & {
  /** Brings along published rules, a product and a sealed snapshot. */
  readonly made: MadePassport;
  readonly folder: string;
};

export async function openPassports(): Promise<PassportDashboard> {
  // What workers sign with.
  process.env["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64"] = SIGNING_KEY.privateKey;
  process.env["BPC_SIGNING_KEY_ID"] = SIGNING_KEY.keyId;
  const folder = await mkdtemp(join(tmpdir(), "rota-passports-"));
  const dashboard = await openDashboard({ tasks: [], workloads: [passports] });
  await dashboard.engine.start();
  return {
    ...dashboard,
    made: await makePassport(dashboard),
    folder,
    async dispose() {
      await dashboard.dispose();
      await rm(folder, { recursive: true });
    },
  };
}
