/** Completes the configuration for the demo: secrets in files that only their owner reads, and short leases. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ConfigReading } from "@rota/engine";
import type { DemoFolder } from "@rota/engine/workload";

/** Lease duration, after which the work of a killed process is taken over. */
const LEASE_MS = 10_000;
const LEASE_RENEW_MS = 3_000;
const KEY_BYTES = 32;

type DemoNeeds = {
  readonly folder: DemoFolder;
  /** Host and port that webhooks may be sent to. */
  readonly receiver: string;
};

/** Completes the settings; user settings stay. */
export function completeDemoSettings(reading: ConfigReading, { folder, receiver }: DemoNeeds): ConfigReading {
  const { config, sources } = reading;
  const lease = sources.leaseMs === "default" ? { leaseMs: LEASE_MS, leaseRenewMs: LEASE_RENEW_MS } : {};
  const drawKey = () => randomBytes(KEY_BYTES).toString("base64");
  const settled = {
    ...config,
    ...lease,
    secretsKey: config.secretsKey ?? folder.keep("secrets.key", drawKey).text,
    webhookAllowedHosts: [config.webhookAllowedHosts, receiver].filter((host) => host !== "").join(","),
  };
  return { ...reading, config: settled };
}

const FOR_OWNER = 0o700;
const READ_BY_OWNER = 0o600;
const PASSABLE = 0o755;
/** The name of version 0.1.0, whose data folders resume. */
const FOLDER = "scene";

/** Opens the folder of the demo's secrets in the data folder. It is created with its first file. */
export function openDemoFolder(dataDir: string): DemoFolder {
  const folder = join(resolve(dataDir), FOLDER);
  const read = (name: string) => readFileSync(join(folder, name), "utf8").trim();
  return {
    read,
    keep(name, draw) {
      const path = join(folder, name);
      makeFolder(folder);
      try {
        writeFileSync(path, `${draw()}\n`, { mode: READ_BY_OWNER, flag: "wx" });
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      }
      return { path, text: read(name) };
    },
    replace(name, text) {
      makeFolder(folder);
      writeFileSync(join(folder, name), `${text}\n`, { mode: READ_BY_OWNER });
    },
  };
}

/** Creates the folder. The database shares its parent, and runs as another user when this process is root. */
function makeFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: process.getuid?.() === 0 ? PASSABLE : FOR_OWNER });
  mkdirSync(folder, { recursive: true, mode: FOR_OWNER });
}
