/** Keeps webhook requests out of private networks: checks URLs, resolves hosts and admits public addresses only. */
import { lookup, Resolver } from "node:dns/promises";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { RotaError } from "../errors.ts";

export type UrlGuard = {
  /** Checks the URL when an endpoint is created or changed. Throws WEBHOOK_URL_REFUSED. */
  check(url: string): URL;
  /**
   * Returns, before each request, the only addresses to connect to, so that a name cannot resolve to another address
   * after the check. Throws WEBHOOK_URL_REFUSED when one of them is not public.
   */
  admit(url: string): Promise<AdmittedUrl>;
};

export type AdmittedUrl = { readonly url: URL; readonly addresses: readonly Address[] };

export type UrlGuardOptions = UrlRules & {
  /** Default: the name servers of the machine. */
  readonly resolve?: ResolveHost | undefined;
};

export function createUrlGuard({ resolve = createResolver(), ...rules }: UrlGuardOptions): UrlGuard {
  return {
    check: (url) => checkUrl(url, rules),
    async admit(text) {
      const url = checkUrl(text, rules);
      const host = hostOf(url);
      if (isIP(host) !== 0) return { url, addresses: [{ address: host, family: isIP(host) === 4 ? 4 : 6 }] };
      if (isAllowed(url, rules)) return { url, addresses: await resolveLocally(host) };
      const addresses = await resolve(host);
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) throw notPublic();
      return { url, addresses };
    },
  };
}

export const ENDPOINT_URL_LENGTH_MAX = 2_000;

type UrlRules = {
  /** Whether requests may go out unencrypted. */
  readonly allowHttp: boolean;
  /** `host` or `host:port`: only the form of their URLs is checked. For test receivers and receivers in the own network. */
  readonly allowedHosts: readonly string[];
};

const PORTS: Readonly<Record<string, readonly string[]>> = { "https:": ["", "8443"], "http:": ["", "8080"] };

/** Returns the parsed URL, in which an address in any notation has its standard form. */
function checkUrl(text: string, rules: UrlRules): URL {
  const url = parseUrl(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused("must begin with https://");
  if (url.username !== "" || url.password !== "") throw refused("must not hold a user or a password");
  if (isAllowed(url, rules)) return url;
  if (url.protocol === "http:" && !rules.allowHttp) throw refused("must begin with https://");
  if (PORTS[url.protocol]?.includes(url.port) !== true)
    throw refused(`has port ${url.port}: leave it out, or allow host and port in webhookAllowedHosts`);
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
  return url;
}

/** Returns whether the operator allows the host, so that its address does not matter. */
function isAllowed(url: URL, { allowedHosts }: UrlRules): boolean {
  const port = url.port !== "" ? url.port : url.protocol === "https:" ? "443" : "80";
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${port}`);
}

/** Returns the host without the brackets that a URL puts around an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Returns the error without the address: a person who may set a URL must not learn internal addresses. */
function notPublic(): RotaError {
  return refused("leads to an address that is not public: allow the host in webhookAllowedHosts if it is meant");
}

function parseUrl(text: string): URL {
  if (typeof text !== "string" || text.length > ENDPOINT_URL_LENGTH_MAX)
    throw refused(`must be a text of at most ${String(ENDPOINT_URL_LENGTH_MAX)} characters`);
  if (!URL.canParse(text)) throw refused("cannot be read: give one such as https://hooks.example.com/rota");
  return new URL(text);
}

/** Returns the error without the URL: its path and query often contain a token. */
function refused(reason: string): RotaError {
  return new RotaError("WEBHOOK_URL_REFUSED", `the URL of the endpoint ${reason}`, { field: "url" });
}

export type Address = { readonly address: string; readonly family: 4 | 6 };

/** Returns all addresses of a host. Rejects with a DNS error when there are none. */
export type ResolveHost = (host: string) => Promise<readonly Address[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Creates a resolver in which a name without answer delays only its own delivery: with `lookup` four of them would stop the process. */
function createResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0 && four.status === "rejected") throw four.reason;
    return found.map(toAddress);
  };
}

/** Resolves a host as the machine does, with its hosts file: for hosts that the operator allows. */
const resolveLocally: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => toAddress(address));

function toAddress(address: string): Address {
  return { address, family: isIPv4(address) ? 4 : 6 };
}

/** Global unicast. Addresses outside it are special or not assigned yet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Addresses that seem public but serve one cloud's machines their settings. */
const METADATA: readonly string[] = ["168.63.129.16"];

/** Returns false for every form of a private, local, shared, reserved or translated address, and for a text that is no address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6) return address.range() === "unicast" && address.match(GLOBAL_UNICAST);
  return address.range() === "unicast" && !METADATA.includes(address.toString());
}
