/** Network addresses and ranges of them, as policies name them. */
import { BlockList, isIP } from "node:net";

type Range = { readonly net: string; readonly prefix: number; readonly family: "ipv4" | "ipv6" };

export function isAddressRange(text: string): boolean {
  return rangeOf(text) !== undefined;
}

/**
 * An IPv4 address is in a range however it is written, also as an IPv6 address.
 *
 * @example isInRanges("10.1.2.3", ["10.0.0.0/8", "2001:db8::1"]) === true
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const family = familyOf(address);
  if (family === undefined) return false;
  return listOf(ranges).check(withoutZone(address), family);
}

/** By the very array that is asked about: policies are read once and asked often. */
const lists = new WeakMap<readonly string[], BlockList>();

function listOf(ranges: readonly string[]): BlockList {
  const known = lists.get(ranges);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const text of ranges) {
    const range = rangeOf(text);
    if (range !== undefined) list.addSubnet(range.net, range.prefix, range.family);
  }
  lists.set(ranges, list);
  return list;
}

/** Undefined: it is neither an address nor a range. */
function rangeOf(text: string): Range | undefined {
  const [net = "", bits, ...rest] = text.split("/");
  const family = net.includes("%") ? undefined : familyOf(net);
  if (family === undefined || rest.length > 0) return undefined;
  const most = family === "ipv4" ? 32 : 128;
  if (bits === undefined) return { net, prefix: most, family };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { net, prefix: Number(bits), family } : undefined;
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined;
}

/** `fe80::1%eth0` says through which card it came. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}
