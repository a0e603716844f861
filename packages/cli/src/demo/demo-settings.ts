/** Completes the configuration for the demo: secrets in files that only their owner reads, and short leases. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createFleetSeed } from "@rota/elections";
import type { ConfigReading } from "@rota/engine";

type DemoSettings = { readonly reading: ConfigReading; readonly folder: string };

/** What a process held that was killed is taken over after this time. */
const LEASE_MS = 10_000;
const LEASE_RENEW_MS = 3_000;
const KEY_BYTES = 32;
const FLEET_VARIABLES = ["ELECTIONS_FLEET_SEED", "ELECTIONS_FLEET_SEED_FILE"];
const SIGNING_VARIABLES = ["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64", "BPC_SIGNING_KEYS_FILE"];

/** Whatever somebody has set stays as it is. `receiver` is the host and port that webhooks may be sent to. */
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

/** The last name is that of a file. Workloads read the environment, and so do the processes that compute for them. */
function nameFile(names: readonly string[], keep: () => { readonly path: string }): void {
  if (names.some((name) => (process.env[name] ?? "") !== "")) return;
  process.env[names.at(-1) ?? ""] = keep().path;
}

const FOR_OWNER = 0o700;
const READ_BY_OWNER = 0o600;
const PASSABLE = 0o755;

/** The text of the file; a file that is not there is written first. */
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

/** The folder above is also the database's, whose server runs as another user when this process is root. */
function makeFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: process.getuid?.() === 0 ? PASSABLE : FOR_OWNER });
  mkdirSync(folder, { recursive: true, mode: FOR_OWNER });
}
