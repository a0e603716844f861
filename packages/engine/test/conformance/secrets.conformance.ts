/** Tests that secrets expire, may be missing without harm, and cannot be read in the store. */
import { describe, expect } from "vitest";
import type { Subject } from "./lock-store.conformance.ts";

export function secretTests({ test, coordinator, another, newKey, store, logged }: Subject): void {
  const value = new TextEncoder().encode("the guardian's key share");

  describe("secrets", () => {
    test("a secret can be read many times and taken once", async () => {
      const key = newKey();
      await coordinator().secrets.put({ key, value, ttlMs: 60_000 });

      const reads = [await coordinator().secrets.read(key), await another().secrets.read(key)];
      const takes = await Promise.all(Array.from({ length: 10 }, () => coordinator().secrets.take(key)));

      expect(reads).toEqual([value, value]);
      expect(takes.filter((taken) => taken !== undefined)).toEqual([value]);
      expect(await coordinator().secrets.read(key)).toBeUndefined();
    });

    test("a secret that was never put, was dropped or has expired is missing, which is no error", async () => {
      const { secrets } = coordinator();
      const [never, dropped, old] = [newKey(), newKey(), newKey()];
      await secrets.put({ key: dropped, value });
      await secrets.put({ key: old, value });

      const drops = [await secrets.drop(dropped), await secrets.drop(dropped), await secrets.drop(never)];
      await store().expire.secret(old);

      expect(drops).toEqual([true, false, false]);
      for (const key of [never, dropped, old]) expect(await secrets.read(key)).toBeUndefined();
      for (const key of [never, dropped, old]) expect(await secrets.take(key)).toBeUndefined();
    });

    test("putting a secret again replaces it and its time", async () => {
      const key = newKey();
      await coordinator().secrets.put({ key, value });
      await store().expire.secret(key);
      await coordinator().secrets.put({ key, value: new Uint8Array([1, 2]) });
      expect(await coordinator().secrets.read(key)).toEqual(new Uint8Array([1, 2]));
    });

    test("an empty secret and one of 64 KiB come back as they were", async () => {
      const large = new Uint8Array(65_536).map((_, index) => index % 251);
      for (const bytes of [new Uint8Array(), large]) {
        const key = newKey();
        await coordinator().secrets.put({ key, value: bytes });
        const back = await coordinator().secrets.read(key);
        expect(back === undefined || Buffer.compare(back, bytes)).toBe(0);
      }
    });

    test("the store and the log do not contain the value", async () => {
      const key = newKey();
      await coordinator().secrets.put({ key, value });
      await coordinator().secrets.read(key);

      const stored = Buffer.from(await store().storedSecret(key));

      expect(stored.byteLength).toBeGreaterThan(value.byteLength);
      for (const form of ["utf8", "hex", "base64"] as const)
        expect(stored.toString("latin1")).not.toContain(Buffer.from(value).toString(form));
      expect(logged(key)).toEqual([]);
    });

    test("a secret that was sealed with another key is refused", async () => {
      const key = newKey();
      await coordinator().secrets.put({ key, value });
      const other = another({ secretsKey: new Uint8Array(32).fill(8) });
      await expect(other.secrets.read(key)).rejects.toMatchObject({ code: "SECRET_UNREADABLE", details: { key } });
    });
  });
}
