/** Looks at this machine and at settings that matter before anything is connected. */
import { statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { hasValidKey, isRotaError, type Database } from "@rota/engine";
import type { CommandContext } from "../../../command/with-config.ts";
import { count } from "../../../output/one-line.ts";
import { dashboardFolder } from "../../running/dashboard-folder.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

const MEBIBYTE = 1_048_576;
const FREE_MEBIBYTES_MIN = 1_024;
const SECRETS_KEY_BYTES = 32;

export async function checkMachine({ reading }: CommandContext): Promise<Finding[]> {
  return [
    ok("node", process.versions.node),
    ...reading.hints.map((hint) => warning("settings", hint, "rota config shows every option and where it comes from")),
    ...(await checkDisk(reading.config)),
  ];
}

/** The folder is made by the first start: before that nothing is known of its disk. */
async function checkDisk(config: CommandContext["reading"]["config"]): Promise<Finding[]> {
  if (config.databaseUrl !== undefined) return [];
  const disk = await statfs(config.dataDir).catch(() => undefined);
  if (disk === undefined) return [];
  const mebibytes = Math.floor((disk.bavail * disk.bsize) / MEBIBYTE);
  const found = `${count(mebibytes)} MiB free for ${config.dataDir}`;
  if (mebibytes >= FREE_MEBIBYTES_MIN) return [ok("disk", found)];
  return [warning("disk", found, "the database stops when it is full: make room, or move dataDir")];
}

export function checkSecretsKey({ reading: { config } }: CommandContext): Finding[] {
  const { secretsKey } = config;
  const advice = "make one with openssl rand -base64 32 and give it to every process as ROTA_SECRETS_KEY_FILE";
  if (secretsKey === undefined) return [warning("secrets", "no secretsKey: secrets and webhooks are refused", advice)];
  if (Buffer.from(secretsKey, "base64").length === SECRETS_KEY_BYTES) return [ok("secrets", "can be sealed")];
  return [failed("secrets", `secretsKey is not the base64 of ${String(SECRETS_KEY_BYTES)} bytes`, advice)];
}

export function checkWebhookSettings({ reading: { config } }: CommandContext): Finding[] {
  if (!config.webhookAllowHttp) return [];
  return [warning("webhooks", "may be sent unencrypted", "take webhookAllowHttp out wherever it is not for a trial")];
}

const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

export async function checkServer({ reading: { config } }: CommandContext, database?: Database): Promise<Finding[]> {
  const { serverHost: host, serverPort: port } = config;
  return [
    await checkPort(host, port),
    ...(LOOPBACK.test(host) ? [] : [await checkProtection(config, database)]),
    ...((await dashboardFolder()) === undefined
      ? [warning("dashboard", "is not built", "npm run build --workspace packages/dashboard builds it")]
      : []),
  ];
}

async function checkPort(host: string, port: number): Promise<Finding> {
  const where = `${host}:${String(port)}`;
  const code = await tryPort(host, port);
  if (code === undefined) return ok("server", `${where} is free for rota serve`);
  if (code === "EADDRINUSE")
    return ok("server", `something listens at ${where}: rota serve if it runs, else choose another serverPort`);
  return failed("server", `${where} cannot be listened at: ${code}`, "choose another serverHost or serverPort");
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/** The server refuses to start so. */
async function checkProtection(
  config: CommandContext["reading"]["config"],
  database: Database | undefined,
): Promise<Finding> {
  const hasTokens = config.jwksUrl !== undefined || config.jwksFile !== undefined;
  const hasKey = database === undefined ? false : await hasValidKey(database).catch(noneIfMissing);
  if (hasTokens || hasKey) return ok("access", "keys or tokens guard a server that others can reach");
  const advice = "make a key with rota keys create, or set jwksUrl; else bind to 127.0.0.1";
  return failed("access", `${config.serverHost} can be reached by others, and nothing guards it`, advice);
}

/** A schema that is too old to hold keys holds none. */
function noneIfMissing(error: unknown): false {
  if (isRotaError(error)) throw error;
  return false;
}
