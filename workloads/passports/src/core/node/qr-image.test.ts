/** Tests that two independent readers scan the QR codes that we draw, even small and dirty ones. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import jsqr from "jsqr";
import { PNG } from "pngjs";
import QrCode from "qrcode";
import { beforeAll, describe, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { labelPage } from "../qr/label-page.ts";
import { passportLink } from "../qr/passport-link.ts";
import { formatQrText, parseQrText, type QrContent } from "../qr/qr-text.ts";
import { splitMix64 } from "../rules/rule-test-run.ts";
import { drawQr } from "./qr-image.ts";

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex"));
const content: fc.Arbitrary<QrContent> = fc.record({
  passportVersionId: fc.uuid(),
  payloadHash: hash,
  proofRootHash: hash,
  receiptHash: hash,
});
const [sample = neverThere()] = fc.sample(content, { seed: 7, numRuns: 1 });
const text = formatQrText(sample);

describe("the text", () => {
  test("has 212 characters for every passport and is read back", () => {
    fc.assert(
      fc.property(content, (given) => {
        const written = formatQrText(given);

        expect(written).toHaveLength(212);
        expect(parseQrText(written)).toEqual(given);
      }),
    );
  });

  test.each([
    ["parts in another order", text.replace(/(\|ph=[^|]*)(\|pr=[^|]*)/, "$2$1")],
    ["a part too many", `${text}|x=1`],
    ["a part too few", text.replace(/\|rh=.*/, "")],
    ["another version", text.replace("BPC1", "BPC2")],
    ["a UUID in capitals", text.replace(sample.passportVersionId, "ABCDEF00-0000-4000-8000-000000000000")],
    ["a hash in small letters", text.replace(/ph=[^|]*/, (part) => `ph=${part.slice(3).toLowerCase()}`)],
    ["bits left over that are not 0", text.replace(/.$/, "B")],
    ["white space around it", ` ${text}`],
  ])("with %s is refused", (_, changed) => {
    expect(() => parseQrText(changed)).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
  });

  test("is not written for values that are not hashes", () => {
    expect(() => formatQrText({ ...sample, payloadHash: "00" })).toThrow("a hash is not 64 hexadecimal digits");
    expect(() => formatQrText({ ...sample, passportVersionId: "x" })).toThrow("no UUID");
  });
});

describe("the image", () => {
  const image = drawQr(text);
  const pixels = PNG.sync.read(Buffer.from(image.png));

  beforeAll(async () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  });

  test("is a symbol of version 9 at level M with ten pixels per module and a quiet zone of four modules", async () => {
    expect(image).toMatchObject({ version: 9, side: (53 + 8) * 10 });
    expect(pixels).toMatchObject({ width: 610, height: 610 });
    expect(image.png.length).toBeLessThan(7_000);
    const isWhite = (x: number, y: number) => pixels.data[(y * 610 + x) * 4] === 255;
    expect(
      Array.from({ length: 610 }, (_, x) => isWhite(x, 39) && isWhite(39, x) && isWhite(x, 570) && isWhite(570, x)),
    ).not.toContain(false);
    const [read] = await readBarcodes(grey(pixels), { formats: ["QRCode"] });
    expect(read?.text).toBe(text);
    expect(JSON.parse(read?.extra ?? "")).toMatchObject({ ECLevel: "M", Version: "9" });
  });

  test("has the same mask as the library chooses, for every text", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (given) => {
        const { modules } = QrCode.create(given, { errorCorrectionLevel: "M" });
        const dark = [...drawQr(given).svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].flatMap(([, start, row, length]) =>
          Array.from(
            { length: Number(length) },
            (_, nth) => (Number(row) - 4) * modules.size + Number(start) - 4 + nth,
          ),
        );
        expect(dark).toEqual([...modules.data.keys()].filter((place) => modules.data[place] === 1));
      }),
    );
  });

  test("is always of version 9", () => {
    fc.assert(
      fc.property(content, (given) => {
        expect(drawQr(formatQrText(given)).version).toBe(9);
      }),
      { numRuns: 10 },
    );
  });

  test.each<[string, () => Picture]>([
    ["as it is", () => grey(pixels)],
    ["printed 2 cm wide at 300 dpi", () => scaled(grey(pixels), 236)],
    ["printed 2 cm wide, with noise", () => noisy(scaled(grey(pixels), 236), 40)],
    ["with noise", () => noisy(grey(pixels), 90)],
    ["with a stain", () => stained(grey(pixels))],
  ])("is scanned by both readers %s", async (_, make) => {
    const picture = make();

    expect(jsqr.default(picture.data, picture.width, picture.height)?.data).toBe(text);
    const found = await readBarcodes(picture, { formats: ["QRCode"] });
    expect(found.map((code) => code.text)).toEqual([text]);
  });

  test("is the same as SVG", () => {
    const path = /<path d="([^"]*)"/.exec(image.svg)?.[1] ?? "";
    const dark = new Set<string>();
    for (const [, x = "", y = "", width = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
      for (let step = 0; step < Number(width); step++) dark.add(`${String(Number(x) + step)} ${y}`);
    }

    expect(image.svg).toContain('viewBox="0 0 61 61"');
    for (let y = 0; y < 61; y++) {
      for (let x = 0; x < 61; x++) {
        const isDark = pixels.data[((y * 10 + 5) * 610 + x * 10 + 5) * 4] === 0;
        expect(dark.has(`${String(x)} ${String(y)}`)).toBe(isDark);
      }
    }
  });
});

describe("the web link", () => {
  const link = { publicUrl: "https://passports.example/", passportVersionId: "44444444-4444-4444-8444-444444444444" };

  test("leads to the version, or is a GS1 Digital Link if the product has a GTIN", () => {
    expect(passportLink(link)).toBe("https://passports.example/p/44444444-4444-4444-8444-444444444444");
    expect(passportLink({ ...link, gtin: "9506000134352", serialNumber: "SN/7" })).toBe(
      "https://passports.example/01/09506000134352/21/SN%2F7",
    );
    expect(drawQr(passportLink(link)).version).toBeLessThan(9);
  });

  test.each([
    [{ gtin: "9506000134353" }, "the last a check digit"],
    [{ gtin: "12" }, "must have 8, 12, 13 or 14 digits"],
    [{ gtin: "9506000134352", serialNumber: "with space" }, "serialNumber must have"],
    [{ publicUrl: "ftp://passports.example" }, "publicUrl must be an address"],
    [{ publicUrl: "https://user:secret@passports.example" }, "publicUrl must be an address"],
    [{ passportVersionId: "x" }, "must be a UUID"],
  ])("of %j is refused", (change, message) => {
    expect(() => passportLink({ ...link, ...change })).toThrow(message);
  });
});

describe("a page of labels", () => {
  const { svg } = drawQr(text);
  const label = {
    name: "Pack <75>",
    sku: 'S"1',
    serialNumber: "SN&7",
    passportVersionId: sample.passportVersionId,
    qrSvg: svg,
  };

  test("has the codes at their printed size, and texts that cannot become markup", () => {
    const page = labelPage([label, { ...label, linkSvg: svg }]);

    expect(page.match(/<svg [^>]*width="25mm" height="25mm"/g)).toHaveLength(3);
    expect(page).toContain("Pack &#60;75&#62;");
    expect(page).toContain("S&#34;1<br>SN SN&#38;7");
    expect(page).not.toMatch(/<script|<75>/);
  });

  test("too small for scanners is refused", () => {
    expect(() => labelPage([label], { qrMm: 19 })).toThrow("qrMm (19) must be from 20 to 200");
    expect(() => labelPage([label], { qrMm: Number.NaN })).toThrow("must be from 20 to 200");
  });
});

/** Pixels in the form that browsers give: four bytes each. */
type Picture = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number; colorSpace: "srgb" };

function grey({ data, width, height }: PNG): Picture {
  return { data: Uint8ClampedArray.from(data), width, height, colorSpace: "srgb" };
}

/** Scales a picture as a printer or a camera would: each pixel is the mean of the pixels that it covers. */
function scaled({ data, width }: Picture, side: number): Picture {
  const factor = width / side;
  const result = new Uint8ClampedArray(side * side * 4).fill(255);
  const meanAt = (x: number, y: number) => {
    let [sum, count] = [0, 0];
    for (let row = Math.floor(y * factor); row < (y + 1) * factor; row++) {
      for (let column = Math.floor(x * factor); column < (x + 1) * factor; column++) {
        sum += data[(Math.min(row, width - 1) * width + Math.min(column, width - 1)) * 4] ?? 255;
        count++;
      }
    }
    return sum / count;
  };
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) result.fill(meanAt(x, y), (y * side + x) * 4, (y * side + x) * 4 + 3);
  }
  return { data: result, width: side, height: side, colorSpace: "srgb" };
}

function noisy(picture: Picture, strength: number): Picture {
  const random = splitMix64(42n);
  const data = picture.data.map((value, index) =>
    index % 4 === 3 ? value : value + random.below(2 * strength + 1) - strength,
  );
  return { ...picture, data };
}

/** Covers a fiftieth of the symbol with a white blot. */
function stained(picture: Picture): Picture {
  const data = picture.data.slice();
  for (let y = 270; y < 350; y++) data.fill(255, (y * picture.width + 300) * 4, (y * picture.width + 380) * 4);
  return { ...picture, data };
}

function neverThere(): never {
  throw new Error("no sample was drawn");
}
