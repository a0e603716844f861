/** A folder that guardians share, such as a stick that goes round: nothing in it is secret. */
import { join } from "node:path";
import {
  backupToJson,
  guardianToJson,
  readLeftBackups,
  readPublishedGuardians,
  readPublishedTally,
} from "@rota/elections";
import { openRecordFolder } from "@rota/elections/node";
import { RotaError } from "@rota/engine";
import { writeNew } from "../../../../output/write-new.ts";
import type { Exchange } from "./exchange.ts";

export function createFolderExchange(folder: string, missing = ""): Exchange {
  const files = () => openRecordFolder(folder);
  return {
    guardians: async () => readPublishedGuardians(files()),
    publishKeys: async (guardian) => {
      const file = join(folder, "guardians", `guardian_${nameOf(guardian.guardianId)}.json`);
      await writeNew(file, guardianToJson(guardian));
      return `the public keys are in ${file}: give them to all guardians`;
    },
    leaveBackups: async (backups) => {
      for (const backup of backups) {
        const name = `backup_${nameOf(backup.senderId)}_${nameOf(backup.receiverId)}.json`;
        await writeNew(join(folder, "backups", name), backupToJson(backup));
      }
      return `${String(backups.length)} sealed backups are in ${join(folder, "backups")}`;
    },
    backups: async () => readLeftBackups(files()),
    challengedBy: () => Promise.reject(withoutServer()),
    publishPoint: () => Promise.reject(withoutServer()),
    judge: () => Promise.resolve(),
    published: async () => readPublishedTally(files()),
    missing: async () =>
      missing
        .split(",")
        .map((id) => id.trim())
        .filter((id) => id !== ""),
    giveShares: async (guardianId, shares) => {
      const file = join(folder, "shares", `shares_${nameOf(guardianId)}.json`);
      await writeNew(file, { guardian_id: guardianId, shares });
      return `the shares are in ${file}: give them to the election office`;
    },
  };
}

/** In a folder nobody keeps a challenge. */
function withoutServer(): RotaError {
  const message = "challenges are kept by the election server: give --server; in a folder, leave the backup again";
  return new RotaError("COMMAND_INVALID", message);
}

function nameOf(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
