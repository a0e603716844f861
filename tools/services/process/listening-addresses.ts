/** Reads from the Linux kernel the addresses on which a process listens. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * Returns the addresses of all listening TCP sockets as text, `127.0.0.1:6379` or the kernel's hexadecimal for IPv6.
 */
export function listeningAddresses(pid: number): string[] {
  const sockets = new Set(socketsOf(pid));
  return [...readTable("/proc/net/tcp"), ...readTable("/proc/net/tcp6")]
    .filter(({ socket, isListening }) => isListening && sockets.has(socket))
    .map(({ address }) => address);
}

function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      const [, socket] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`)) ?? [];
      return socket === undefined ? [] : [socket];
    } catch {
      return []; // closed since the folder was read
    }
  });
}

const LISTENING = "0A";

function readTable(file: string): { address: string; socket: string; isListening: boolean }[] {
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const columns = line.trim().split(/\s+/);
    const [, local = "", , state = ""] = columns;
    return { address: readableAddress(local), socket: columns[9] ?? "", isListening: state === LISTENING };
  });
}

/** The kernel writes an IPv4 address as one little-endian number. */
function readableAddress(local: string): string {
  const [host = "", port = ""] = local.split(":");
  const bytes = host.match(/../g) ?? [];
  const readable =
    bytes.length === 4
      ? bytes
          .reverse()
          .map((byte) => Number.parseInt(byte, 16))
          .join(".")
      : host;
  return `${readable}:${Number.parseInt(port, 16)}`;
}
