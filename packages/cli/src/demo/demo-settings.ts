/** Completes the configuration for the demo: secrets in files that only their owner reads, and short leases. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createFleetSeed } from "@rota/elections";
import type { ConfigReading } from "@rota/engine";

type DemoSettings = { readonly reading: ConfigReading; readonly folder: string };

/** Lease duration, after which the work of a killed process is taken over. */
const LEASE_MS = 10_000;
const LEASE_RENEW_MS = 3_000;
const KEY_BYTES = 32;
const FLEET_VARIABLES = ["ELECTIONS_FLEET_SEED", "ELECTIONS_FLEET_SEED_FILE"];
const SIGNING_VARIABLES = ["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64", "BPC_SIGNING_KEYS_FILE"];

/** Completes the settings; user settings stay. `receiver` is the host and port that webhooks may be sent to. */
export function completeDemoSettings({ config, sources, ...reading }: ConfigReading, receiver: string): DemoSettings {
  const folder = join(resolve(config.dataDir), "scene");
  const drawKey = () => randomBytes(KEY_BYTES).toString("base64");
  nameFile(FLEET_VARIABLES, () =>
    keepSecret(folder, "fleet.seed", () => Buffer.from(createFleetSeed()).toString("base64")),
  );
  nameFile(SIGNING_VARIABLES, () => keepSecret(folder, "signing.keys", () => `scene-1 ${drawKey()}`));
  const lease = sources.leaseMs === "default" ? { leaseMs: LEASE_MS, leaseRenewMs: LEASE_RENEW_MS } : {};
  const settled = {
    ...config,
    ...lease,
    secretsKey: config.secretsKey ?? keepSecret(folder, "secrets.key", drawKey).text,
    webhookAllowedHosts: [config.webhookAllowedHosts, receiver].filter((host) => host !== "").join(","),
  };
  return { reading: { ...reading, sources, config: settled }, folder };
}

/**
 * Sets the last of these variables, which names a file. Workloads and their computing processes read the environment.
 */
function nameFile(names: readonly string[], keep: () => { readonly path: string }): void {
  if (names.some((name) => (process.env[name] ?? "") !== "")) return;
  process.env[names.at(-1) ?? ""] = keep().path;
}

const FOR_OWNER = 0o700;
const READ_BY_OWNER = 0o600;
const PASSABLE = 0o755;

/** Returns the secret in the file, which is created if missing. */
export function keepSecret(folder: string, name: string, draw: () => string): { path: string; text: string } {
  const path = join(folder, name);
  makeFolder(folder);
  try {
    writeFileSync(path, `${draw()}\n`, { mode: READ_BY_OWNER, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return { path, text: readFileSync(path, "utf8").trim() };
}

export function replaceSecret(folder: string, name: string, text: string): void {
  makeFolder(folder);
  writeFileSync(join(folder, name), `${text}\n`, { mode: READ_BY_OWNER });
}

export function readSecret(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8").trim();
}

/** Creates the folder. The database shares its parent, and runs as another user when this process is root. */
function makeFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: process.getuid?.() === 0 ? PASSABLE : FOR_OWNER });
  mkdirSync(folder, { recursive: true, mode: FOR_OWNER });
}
