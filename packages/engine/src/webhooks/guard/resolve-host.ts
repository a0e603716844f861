/** Asks the name servers for the addresses of a host, without the threads that file access waits for. */
import { lookup, Resolver } from "node:dns/promises";
import { isIPv4 } from "node:net";

export type Address = { readonly address: string; readonly family: 4 | 6 };

/** All addresses of a host. Rejects with an error of DNS when there are none. */
export type ResolveHost = (host: string) => Promise<readonly Address[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** A name that nobody answers for costs its own delivery only: with `lookup` four of them would stop the process. */
export function createResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0 && four.status === "rejected") throw four.reason;
    return found.map(toAddress);
  };
}

/** As the machine sees it, with its own file of hosts: for hosts that the operator vouches for. */
export const resolveLocally: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => toAddress(address));

function toAddress(address: string): Address {
  return { address, family: isIPv4(address) ? 4 : 6 };
}
