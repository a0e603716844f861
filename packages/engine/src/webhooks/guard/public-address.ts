/** Tells addresses of the public internet from all others. Pure. */
import ipaddr from "ipaddr.js";

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
