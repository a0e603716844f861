/** Refuses to listen where other machines reach the server before anybody needs to prove who they are. */
import { BlockList, isIP } from "node:net";
import { hasValidKey, RotaError, type Config, type Engine } from "@rota/engine";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

export function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  const version = isIP(host);
  return version !== 0 && LOOPBACK.check(host, version === 6 ? "ipv6" : "ipv4");
}

export async function refuseUnprotected(
  host: string,
  { engine, config }: { engine: Engine; config: Config },
): Promise<void> {
  if (isLoopback(host) || config.jwksUrl !== undefined || config.jwksFile !== undefined) return;
  if (await hasValidKey(engine.database)) return;
  throw new RotaError(
    "SERVER_UNPROTECTED",
    `serverHost (${host}) can be reached from other machines and there is no key yet: make one with rota keys create, give jwksUrl, or use 127.0.0.1`,
    { host },
  );
}
