/** What a server needs to play the scene and was not given: a key for secrets, keys of workers and signers, short leases. */
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { createFleetSeed } from "@rota/elections";
import type { ConfigReading } from "@rota/engine";
import { keepSecret } from "./secrets/secret-files.ts";

export type SceneSettings = { readonly reading: ConfigReading; readonly folder: string };

/** What a process held that was killed is taken over after this time. */
const LEASE_MS = 10_000;
const LEASE_RENEW_MS = 3_000;
const KEY_BYTES = 32;
const FLEET_VARIABLES = ["ELECTIONS_FLEET_SEED", "ELECTIONS_FLEET_SEED_FILE"];
const SIGNING_VARIABLES = ["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64", "BPC_SIGNING_KEYS_FILE"];

/** Whatever somebody has set stays as it is. `receiver` is the host and port that webhooks may be sent to. */
export function settleScene({ config, sources, ...reading }: ConfigReading, receiver: string): SceneSettings {
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
