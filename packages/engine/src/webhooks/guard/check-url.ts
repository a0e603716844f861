/** Refuses URLs that webhooks must not be sent to, by what can be seen without asking anybody. Pure. */
import { isIP } from "node:net";
import { RotaError } from "../../errors.ts";
import { isPublicAddress } from "./public-address.ts";

export const URL_LENGTH_MAX = 2_000;

export type UrlRules = {
  /** Whether requests may go out unencrypted. */
  readonly allowHttp: boolean;
  /** `host` or `host:port`: exempt from all but the form of the URL. For receivers of tests and of one's own network. */
  readonly allowedHosts: readonly string[];
};

const PORTS: Readonly<Record<string, readonly string[]>> = { "https:": ["", "8443"], "http:": ["", "8080"] };

/** The URL as it will be used: numbers in every form have become addresses. */
export function checkUrl(text: string, rules: UrlRules): URL {
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
export function isAllowed(url: URL, { allowedHosts }: UrlRules): boolean {
  const port = url.port !== "" ? url.port : url.protocol === "https:" ? "443" : "80";
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${port}`);
}

/** Without the brackets that a URL puts around addresses of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Does not say which: whoever may set a URL need not learn what names stand for inside. */
export function notPublic(): RotaError {
  return refused("leads to an address that is not public: allow the host in webhookAllowedHosts if it is meant");
}

function parseUrl(text: string): URL {
  if (typeof text !== "string" || text.length > URL_LENGTH_MAX)
    throw refused(`must be a text of at most ${String(URL_LENGTH_MAX)} characters`);
  if (!URL.canParse(text)) throw refused("cannot be read: give one such as https://hooks.example.com/rota");
  return new URL(text);
}

/** The URL itself is not named: its path and query often hold a token. */
function refused(reason: string): RotaError {
  return new RotaError("WEBHOOK_URL_REFUSED", `the URL of the endpoint ${reason}`, { field: "url" });
}
