/** Keeps requests out of private networks: says to which addresses a URL may be sent, and refuses the rest. */
import { isIP } from "node:net";
import { checkUrl, hostOf, isAllowed, notPublic, type UrlRules } from "./check-url.ts";
import { isPublicAddress } from "./public-address.ts";
import { createResolver, resolveLocally, type Address, type ResolveHost } from "./resolve-host.ts";

export type Guard = {
  /** When an endpoint is set. Throws WEBHOOK_URL_REFUSED. */
  check(url: string): URL;
  /**
   * Before each request: the addresses to connect to, and no other, so that a name cannot stand for another address
   * after it was checked. Throws WEBHOOK_URL_REFUSED when one of them is not public.
   */
  admit(url: string): Promise<AdmittedUrl>;
};

export type AdmittedUrl = { readonly url: URL; readonly addresses: readonly Address[] };

export type GuardOptions = UrlRules & {
  /** Default: the name servers of the machine. */
  readonly resolve?: ResolveHost | undefined;
};

export function createGuard({ resolve = createResolver(), ...rules }: GuardOptions): Guard {
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
