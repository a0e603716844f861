/** How guardians reach each other: through a folder that they share, or through the election server. */
import {
  createGuardianClient,
  type BackupVerdict,
  type Group,
  type GuardianPublic,
  type HomeShares,
  type KeyBackup,
  type PublishedTally,
} from "@rota/elections";
import { RotaError } from "@rota/engine";
import { textFlag } from "../../../../command/flags.ts";
import type { CommandContext } from "../../../../command/with-config.ts";
import { createFolderExchange } from "./folder-exchange.ts";
import { firstLine } from "../read-passphrase.ts";

/** What is published and what is left for others. What it does is told in a sentence. */
export type Exchange = {
  readonly guardians: () => Promise<GuardianPublic[]>;
  readonly publishKeys: (guardian: GuardianPublic) => Promise<string>;
  readonly leaveBackups: (backups: readonly KeyBackup[]) => Promise<string>;
  readonly backups: () => Promise<KeyBackup[]>;
  /** Numbers of the guardians who challenged a backup of the one with this number. */
  readonly challengedBy: (sender: number) => Promise<number[]>;
  readonly publishPoint: (receiver: number, point: bigint) => Promise<void>;
  readonly judge: (verdicts: readonly BackupVerdict[]) => Promise<void>;
  readonly published: (group: Group) => Promise<PublishedTally>;
  /** Ids of the guardians to stand in for. */
  readonly missing: () => Promise<string[]>;
  readonly giveShares: (guardianId: string, shares: readonly HomeShares[]) => Promise<string>;
};

/** Undefined where neither a folder nor a server is named. */
export async function openExchange(context: CommandContext, electionId: string): Promise<Exchange | undefined> {
  const [folder, server] = [textFlag(context, "folder"), textFlag(context, "server")];
  if (folder !== undefined && server !== undefined)
    throw new RotaError("COMMAND_INVALID", "give --folder or --server, not both");
  if (folder !== undefined) return createFolderExchange(folder, textFlag(context, "missing"));
  if (server === undefined) return undefined;
  return createServerExchange({ server: serverAddress(server), electionId, token: await readToken(context) });
}

export async function neededExchange(context: CommandContext, electionId: string): Promise<Exchange> {
  const exchange = await openExchange(context, electionId);
  if (exchange !== undefined) return exchange;
  throw new RotaError("COMMAND_INVALID", "say where the others are: with --folder or with --server");
}

/** Never from the command line, which other users of the machine can see. */
export async function readToken(context: CommandContext): Promise<string> {
  const file = textFlag(context, "tokenFile");
  const token = file === undefined ? (process.env["ROTA_ELECTION_TOKEN"] ?? "") : await firstLine(file, "--token-file");
  if (token !== "") return token;
  const message = "the server wants the guardian's token: give --token-file, or set ROTA_ELECTION_TOKEN";
  throw new RotaError("COMMAND_INVALID", message);
}

/** The token goes there: unencrypted only to this machine. */
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
