/**
 * Reads the files of a record from a zip file without unpacking it, or from a folder.
 *
 * Only the directory is kept in memory. Entries that are encrypted, damaged, listed twice or too large are refused.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";
import { ElectionError } from "../../errors.ts";
import type { RotaError } from "@rota/engine/errors";
import type { RecordFiles } from "../records/record-files.ts";
import { openRecordFolder } from "./record-folder.ts";

type Entry = {
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly at: number;
};

const FILE_BYTES_MAX = 256 * 1024 * 1024;
const DIRECTORY_BYTES_MAX = 1024 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;
/** Size of the end of a zip file: the end record, the longest comment, and the additional records of large files. */
const TAIL_BYTES = 22 + 0xffff + 20 + 56;

export function openRecordZip(path: string): RecordFiles {
  const entries = withFile(path, (read, bytes) => readDirectory(read, bytes));
  const start = folderOf([...entries.keys()]);
  return {
    list: (folder) => {
      const below = [...entries.keys()].filter(
        (name) => name.startsWith(`${start}${folder}/`) && name.endsWith(".json"),
      );
      return below.map((name) => name.slice(start.length)).sort();
    },
    read: (name) => {
      const entry = entries.get(`${start}${name}`);
      return entry === undefined ? undefined : withFile(path, (read) => readEntry(read, name, entry));
    },
  };
}

type Read = (at: number, bytes: number) => Buffer;

function withFile<Result>(path: string, use: (read: Read, bytes: number) => Result): Result {
  const file = openSync(path, "r");
  try {
    const read: Read = (at, bytes) => {
      const buffer = Buffer.alloc(bytes);
      if (readSync(file, buffer, 0, bytes, at) !== bytes) throw refuse("it ends too early");
      return buffer;
    };
    return use(read, fstatSync(file).size);
  } catch (error) {
    // Reading beyond a buffer means that the directory is incomplete.
    if (error instanceof RangeError) throw refuse("its directory is damaged", error);
    throw error;
  } finally {
    closeSync(file);
  }
}

function readDirectory(read: Read, bytes: number): Map<string, Entry> {
  const tailBytes = Math.min(bytes, TAIL_BYTES);
  const tail = read(bytes - tailBytes, tailBytes);
  const end = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw refuse("it is no zip file");
  const large = tail.lastIndexOf("PK\x06\x06", end, "latin1");
  const [size, at] =
    large < 0
      ? [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
      : [Number(tail.readBigUInt64LE(large + 40)), Number(tail.readBigUInt64LE(large + 48))];
  if (size > DIRECTORY_BYTES_MAX || at + size > bytes) throw refuse("its directory is damaged");
  const directory = read(at, size);
  const entries = new Map<string, Entry>();
  for (let place = 0; place < directory.length;) {
    if (directory.toString("latin1", place, place + 4) !== "PK\x01\x02") throw refuse("its directory is damaged");
    const nameBytes = directory.readUInt16LE(place + 28);
    const name = directory.toString("utf8", place + 46, place + 46 + nameBytes);
    if (entries.has(name)) throw refuse(`it has ${name} twice`);
    entries.set(name, readDirectoryEntry(directory, place, name));
    place += 46 + nameBytes + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32);
  }
  return entries;
}

function readDirectoryEntry(directory: Buffer, place: number, name: string): Entry {
  if ((directory.readUInt16LE(place + 8) & 1) === 1) throw refuse(`${name} is encrypted`);
  const method = directory.readUInt16LE(place + 10);
  if (method !== STORED && method !== DEFLATED) throw refuse(`${name} is packed in a way that is not read`);
  const extraAt = place + 46 + directory.readUInt16LE(place + 28);
  const extra = directory.subarray(extraAt, extraAt + directory.readUInt16LE(place + 30));
  const large = largeNumbers(extra);
  const number = (at: number) => {
    const value = directory.readUInt32LE(at);
    return value === 0xffffffff ? Number(large.shift() ?? BigInt(value)) : value;
  };
  // The order matters: large numbers are written behind the name in this order.
  const bytes = number(place + 24);
  const packedBytes = number(place + 20);
  const at = number(place + 42);
  return { method, crc: directory.readUInt32LE(place + 16), packedBytes, bytes, at };
}

/** Returns the numbers of a file that is larger than 4 GB or starts beyond 4 GB. */
function largeNumbers(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const count = Math.floor(extra.readUInt16LE(at + 2) / 8);
    return Array.from({ length: count }, (_, index) => extra.readBigUInt64LE(at + 4 + 8 * index));
  }
  return [];
}

function readEntry(read: Read, name: string, { method, crc, packedBytes, bytes, at }: Entry): string {
  if (Math.max(bytes, packedBytes) > FILE_BYTES_MAX)
    throw refuse(`${name} has ${String(bytes)} bytes, at most ${String(FILE_BYTES_MAX)} are read`);
  const header = read(at, LOCAL_HEADER_BYTES);
  const packed = read(at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28), packedBytes);
  const content = method === STORED ? packed : inflate(packed, name);
  if (content.length !== bytes || crc32(content) !== crc) throw refuse(`${name} is damaged`);
  return content.toString("utf8");
}

function inflate(packed: Buffer, name: string): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: FILE_BYTES_MAX });
  } catch (cause) {
    throw refuse(`${name} is damaged`, cause);
  }
}

/** Returns the folder of the record inside the zip file; often the files are in a folder. */
function folderOf(names: readonly string[]): string {
  const candidates = names.filter((name) => /(^|\/)constants\.json$/.test(name)).sort((a, b) => a.length - b.length);
  return candidates[0]?.replace(/constants\.json$/, "") ?? "";
}

function refuse(why: string, cause?: unknown): RotaError {
  const message = `the zip file cannot be read: ${why}; download it again, or unpack it and name the folder`;
  return new ElectionError("ELECTION_RECORD_INVALID", message, {}, { cause });
}

export function openRecordFiles(path: string): RecordFiles {
  const isFile = path.toLowerCase().endsWith(".zip") && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? openRecordZip(path) : openRecordFolder(path);
}
