/** Tests of the addresses to which webhook requests never go, however they are written. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Address, createUrlGuard, isPublicAddress } from "./url-guard.ts";

const strict = { allowHttp: false, allowedHosts: [] };
const family = (address: string): Address["family"] => (address.includes(":") ? 6 : 4);
const guardWith = (...addresses: string[]) =>
  createUrlGuard({
    ...strict,
    resolve: async () => addresses.map((address) => ({ address, family: family(address) })),
  });
const refused: unknown = expect.objectContaining({ code: "WEBHOOK_URL_REFUSED" });

describe("a URL is refused when it is set and when it is used", () => {
  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0x7f.0.0.1/",
    "https://①②⑦.0.0.1/",
    "https://127.0.0.1./",
    "https://0.0.0.0/",
    "https://0/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://0xa9fea9fe/",
    "https://2852039166/",
    "https://100.64.0.1/",
    "https://100.100.100.200/",
    "https://168.63.129.16/",
    "https://198.18.0.1/",
    "https://192.0.2.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[64:ff9b:1::10.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/",
    "https://[ff02::1]/",
    "https://[2001:db8::1]/",
    "http://example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "https://user:password@example.com/",
    "https://user@example.com/",
    "https://example.com:22/",
    "https://example.com:6379/",
    "https://",
    "example.com",
    "",
    `https://example.com/${"a".repeat(2_000)}`,
  ])("%s", async (url) => {
    const guard = guardWith("93.184.215.14");

    expect(() => guard.check(url)).toThrow(refused);
    await expect(guard.admit(url)).rejects.toThrow(refused);
  });
});

test.each([
  ["a private address", ["10.0.0.1"]],
  ["one public and one private address", ["93.184.215.14", "192.168.0.1"]],
  ["a mapped address", ["::ffff:127.0.0.1"]],
  ["the address of metadata", ["169.254.169.254"]],
  ["a loopback address of IPv6 beside a public one", ["2606:4700::1111", "::1"]],
  ["no address at all", []],
])("a name that stands for %s is refused", async (_, addresses) => {
  await expect(guardWith(...addresses).admit("https://hooks.example.com/")).rejects.toThrow(refused);
});

test("an error names neither the URL nor its address", async () => {
  const error: unknown = await guardWith("10.9.8.7")
    .admit("https://hooks.example.com/token-1234")
    .catch((thrown: unknown) => thrown);

  expect(String(error)).not.toMatch(/token-1234|10\.9\.8\.7/);
});

test("a name that changes its address after the check is used with the address that was checked", async () => {
  const answers = ["93.184.215.14", "127.0.0.1"];
  const guard = createUrlGuard({
    ...strict,
    resolve: async () => [{ address: answers.shift() ?? "", family: 4 }],
  });

  const admitted = await guard.admit("https://hooks.example.com/");

  expect(admitted.addresses).toEqual([{ address: "93.184.215.14", family: 4 }]);
  await expect(guard.admit("https://hooks.example.com/")).rejects.toThrow(refused);
});

describe("what is allowed", () => {
  test("public names and addresses on the usual ports", async () => {
    const guard = guardWith("93.184.215.14", "2606:4700::1111");

    expect((await guard.admit("https://hooks.example.com/a?b=c")).addresses).toHaveLength(2);
    expect((await guard.admit("https://93.184.215.14:8443/")).addresses).toHaveLength(1);
    expect((await guard.admit("https://[2606:4700::1111]/")).addresses).toEqual([
      { address: "2606:4700::1111", family: 6 },
    ]);
  });

  test("http, when the operator allows it, to public addresses only", () => {
    const guard = createUrlGuard({ ...strict, allowHttp: true });

    expect(guard.check("http://example.com/").protocol).toBe("http:");
    expect(() => guard.check("http://127.0.0.1/")).toThrow(refused);
  });

  test("a host that the operator allows, on the named port and no other", async () => {
    const guard = createUrlGuard({ ...strict, allowedHosts: ["127.0.0.1:9000", "localhost"] });

    expect((await guard.admit("http://127.0.0.1:9000/")).addresses).toHaveLength(1);
    expect((await guard.admit("http://localhost:1234/")).addresses).not.toEqual([]);
    expect(() => guard.check("http://127.0.0.1:9001/")).toThrow(refused);
    expect(() => guard.check("http://127.0.0.2:9000/")).toThrow(refused);
  });
});

test("no address of a private network is public, in any of its forms", () => {
  const byte = fc.nat({ max: 255 });
  const inside = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  );
  fc.assert(
    fc.property(inside, ([a, b, c, d]) => {
      const dotted = [a, b, c, d].join(".");
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const octal = [a, b, c, d].map((part) => `0${part.toString(8)}`).join(".");
      const hex = `0x${number.toString(16)}`;
      for (const host of [dotted, String(number), octal, hex, `[::ffff:${dotted}]`, `[64:ff9b::${dotted}]`])
        expect(() => guardWith("1.1.1.1").check(`https://${host}/`)).toThrow(refused);
      expect(isPublicAddress(dotted)).toBe(false);
    }),
  );
});
