/** Keeps webhook requests out of private networks: checks URLs, resolves hosts and admits public addresses only. */
import { lookup, Resolver } from "node:dns/promises";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { RotaError } from "../errors.ts";

export type UrlGuard = {
  /** When an endpoint is set. Throws WEBHOOK_URL_REFUSED. */
  check(url: string): URL;
  /**
   * Before each request: the addresses to connect to, and no other, so that a name cannot stand for another address
   * after it was checked. Throws WEBHOOK_URL_REFUSED when one of them is not public.
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
  /** `host` or `host:port`: exempt from all but the form of the URL. For receivers of tests and of one's own network. */
  readonly allowedHosts: readonly string[];
};

const PORTS: Readonly<Record<string, readonly string[]>> = { "https:": ["", "8443"], "http:": ["", "8080"] };

/** The URL as it will be used: numbers in every form have become addresses. */
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

/** Whether the operator vouches for the host, so that its address does not matter. */
function isAllowed(url: URL, { allowedHosts }: UrlRules): boolean {
  const port = url.port !== "" ? url.port : url.protocol === "https:" ? "443" : "80";
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${port}`);
}

/** Without the brackets that a URL puts around addresses of IPv6. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Does not say which: whoever may set a URL need not learn what names stand for inside. */
function notPublic(): RotaError {
  return refused("leads to an address that is not public: allow the host in webhookAllowedHosts if it is meant");
}

function parseUrl(text: string): URL {
  if (typeof text !== "string" || text.length > ENDPOINT_URL_LENGTH_MAX)
    throw refused(`must be a text of at most ${String(ENDPOINT_URL_LENGTH_MAX)} characters`);
  if (!URL.canParse(text)) throw refused("cannot be read: give one such as https://hooks.example.com/rota");
  return new URL(text);
}

/** The URL itself is not named: its path and query often hold a token. */
function refused(reason: string): RotaError {
  return new RotaError("WEBHOOK_URL_REFUSED", `the URL of the endpoint ${reason}`, { field: "url" });
}

export type Address = { readonly address: string; readonly family: 4 | 6 };

/** All addresses of a host. Rejects with an error of DNS when there are none. */
export type ResolveHost = (host: string) => Promise<readonly Address[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** A name that nobody answers for costs its own delivery only: with `lookup` four of them would stop the process. */
function createResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0 && four.status === "rejected") throw four.reason;
    return found.map(toAddress);
  };
}

/** As the machine sees it, with its own file of hosts: for hosts that the operator vouches for. */
const resolveLocally: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => toAddress(address));

function toAddress(address: string): Address {
  return { address, family: isIPv4(address) ? 4 : 6 };
}

/** Global unicast. What lies outside is special, or not given to anybody yet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Answers the machines of one cloud with their settings, though it looks public. */
const METADATA: readonly string[] = ["168.63.129.16"];

/** False for every form of a private, local, shared, reserved or translated address, and for what is no address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6) return address.range() === "unicast" && address.match(GLOBAL_UNICAST);
  return address.range() === "unicast" && !METADATA.includes(address.toString());
}
