/** Exchanges public keys, backups and shares between guardians, through a shared folder or through the election server. */
import { join } from "node:path";
import { RotaError } from "@rota/engine";
import type { CommandContext, CommandOutput } from "@rota/engine/workload";
import type { Group } from "../core/crypto/group.ts";
import type { GuardianPublic, KeyBackup } from "../core/guardians/key-ceremony.ts";
import type { BackupVerdict } from "../core/home/ceremony-at-home.ts";
import type { HomeShares, PublishedTally } from "../core/home/decrypt-at-home.ts";
import {
  createGuardianClient,
  readLeftBackups,
  readPublishedGuardians,
  readPublishedTally,
} from "../core/home/guardian-client.ts";
import { openRecordFolder } from "../core/node/record-folder.ts";
import { backupToJson, guardianToJson } from "../core/records/write-ballot.ts";
import { firstLine } from "./guardian-keys.ts";

/** Exchange of published values and backups. Methods that return a text describe what they did. */
type Exchange = {
  readonly guardians: () => Promise<GuardianPublic[]>;
  readonly publishKeys: (guardian: GuardianPublic) => Promise<string>;
  readonly leaveBackups: (backups: readonly KeyBackup[]) => Promise<string>;
  readonly backups: () => Promise<KeyBackup[]>;
  /** Returns the numbers of the guardians who challenged a backup of the sender. */
  readonly challengedBy: (sender: number) => Promise<number[]>;
  readonly publishPoint: (receiver: number, point: bigint) => Promise<void>;
  readonly judge: (verdicts: readonly BackupVerdict[]) => Promise<void>;
  readonly published: (group: Group) => Promise<PublishedTally>;
  /** Returns the ids of the guardians to stand in for. */
  readonly missing: () => Promise<string[]>;
  readonly giveShares: (guardianId: string, shares: readonly HomeShares[]) => Promise<string>;
};

/** Opens the exchange, or returns undefined when neither a folder nor a server is named. */
export async function openExchange(context: CommandContext, electionId: string): Promise<Exchange | undefined> {
  const [folder, server] = [context.flags.text("folder"), context.flags.text("server")];
  if (folder !== undefined && server !== undefined)
    throw new RotaError("COMMAND_INVALID", "give --folder or --server, not both");
  if (folder !== undefined)
    return createFolderExchange(context.output, { folder, missing: context.flags.text("missing") });
  if (server === undefined) return undefined;
  return createServerExchange({ server: serverAddress(server), electionId, token: await readToken(context) });
}

export async function requiredExchange(context: CommandContext, electionId: string): Promise<Exchange> {
  const exchange = await openExchange(context, electionId);
  if (exchange !== undefined) return exchange;
  throw new RotaError("COMMAND_INVALID", "say where the others are: with --folder or with --server");
}

/** Reads the token, never from the command line, which other users of the machine can see. */
export async function readToken(context: CommandContext): Promise<string> {
  const file = context.flags.text("tokenFile");
  const token = file === undefined ? (process.env["ROTA_ELECTION_TOKEN"] ?? "") : await firstLine(file, "--token-file");
  if (token !== "") return token;
  const message = "the server wants the guardian's token: give --token-file, or set ROTA_ELECTION_TOKEN";
  throw new RotaError("COMMAND_INVALID", message);
}

/** Checks the address of the server. The token is sent there, so plain HTTP is allowed only to this machine. */
export function serverAddress(text: string): string {
  const url = URL.parse(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname ?? "");
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isHere)) return text;
  throw new RotaError("COMMAND_INVALID", `--server ${text}: write an address that begins with https://`);
}

function createServerExchange(access: Parameters<typeof createGuardianClient>[0]): Exchange {
  const client = createGuardianClient(access);
  const where = `election ${access.electionId} at ${access.server}`;
  return {
    guardians: client.guardians,
    publishKeys: async (guardian) => {
      await client.publishKeys(guardian);
      return `the public keys are published in ${where}`;
    },
    leaveBackups: async (backups) => {
      await client.sendBackups(backups);
      return `${String(backups.length)} sealed backups are left in ${where}`;
    },
    backups: async () => client.backups(await client.guardians()),
    challengedBy: client.challengedBy,
    publishPoint: client.publishPoint,
    judge: client.judge,
    published: client.published,
    missing: async () => {
      const numbers = await client.missing();
      const guardians = await client.guardians();
      return guardians.filter(({ sequence }) => numbers.includes(sequence)).map(({ guardianId }) => guardianId);
    },
    giveShares: async (_guardianId, shares) => {
      let waiting = 0;
      for (const slice of shares) if (!(await client.giveShares(slice)).isChecked) waiting++;
      const given = `${String(shares.length)} slices of shares are given to ${where}`;
      return waiting === 0 ? given : `${given}; ${String(waiting)} of them are still being checked`;
    },
  };
}

type FolderPlace = { readonly folder: string; readonly missing: string | undefined };

/** Exchanges files through a folder that the guardians share. It contains no secrets. */
function createFolderExchange({ writeNew }: CommandOutput, { folder, missing = "" }: FolderPlace): Exchange {
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

/** Error for challenges, which a folder does not keep. */
function withoutServer(): RotaError {
  const message = "challenges are kept by the election server: give --server; in a folder, leave the backup again";
  return new RotaError("COMMAND_INVALID", message);
}

function nameOf(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
