/** Makes one address out of the pieces that the source documents' names give: host, port, user and so on. Pure. */
import { isIPv6 } from "node:net";
import { partNames, type AddressPart, type AddressParts } from "../option.ts";
import type { Environment } from "./read-environment.ts";

export type AddressReading =
  | { readonly kind: "absent"; readonly stray: readonly string[] }
  | { readonly kind: "address"; readonly text: string; readonly source: string }
  | { readonly kind: "invalid"; readonly messages: readonly string[] };

export function readAddress(parts: AddressParts, environment: Environment): AddressReading {
  const names = partNames(parts).filter((name) => environment.has(name));
  if (!parts.host.names.some((name) => environment.has(name))) return { kind: "absent", stray: names };

  const pieces = readPieces(parts, environment);
  if (pieces.messages.length > 0) return { kind: "invalid", messages: pieces.messages };
  const sources = names.map((name) => environment.get(name)?.source ?? name);
  return { kind: "address", text: compose(parts.protocol, pieces), source: sources.join(", ") };
}

type Pieces = {
  host: string;
  port: string;
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  sslmode: string | undefined;
  messages: string[];
};

type Rule = { readonly isMet: (text: string) => boolean; readonly words: string };

const HOST: Rule = {
  isMet: (text) => isIPv6(text) || /^[A-Za-z0-9._-]{1,253}$/.test(text),
  words: "a host name or an IP address, without port",
};
const PORT: Rule = {
  isMet: (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535,
  words: "a port number from 1 to 65535",
};
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const SSL_MODE: Rule = { isMet: (text) => SSL_MODES.includes(text), words: `one of ${SSL_MODES.join(", ")}` };

function readPieces(parts: AddressParts, environment: Environment): Pieces {
  const messages: string[] = [];
  const read = (part: AddressPart | undefined, rule?: Rule): string | undefined => {
    const piece = readPiece(part, environment);
    if (piece.conflict !== undefined) messages.push(piece.conflict);
    else if (piece.text !== undefined && rule?.isMet(piece.text) === false)
      messages.push(`${piece.source} is ${JSON.stringify(piece.text)}: it must be ${rule.words}`);
    return piece.text;
  };
  return {
    host: read(parts.host, HOST) ?? "",
    port: read(parts.port, PORT) ?? "",
    user: read(parts.user),
    password: read(parts.password),
    database: read(parts.database),
    sslmode: read(parts.sslmode, SSL_MODE),
    messages,
  };
}

function readPiece(
  part: AddressPart | undefined,
  environment: Environment,
): { text: string | undefined; source: string; conflict?: string } {
  const given = (part?.names ?? []).flatMap((name) => environment.get(name) ?? []);
  const [first, ...others] = given;
  if (first === undefined) return { text: part?.default, source: "default" };
  const other = others.find(({ text }) => text !== first.text);
  if (other === undefined) return first;
  return { ...first, conflict: `${first.source} and ${other.source} disagree; unset one of them` };
}

function compose(protocol: string, { host, port, user, password, database, sslmode }: Pieces): string {
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`;
  const credentials = `${encodeURIComponent(user ?? "")}${secret}`;
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const path = database === undefined ? "" : `/${encodeURIComponent(database)}`;
  const search = sslmode === undefined ? "" : `?sslmode=${sslmode}`;
  return `${protocol}://${credentials === "" ? "" : `${credentials}@`}${address}${path}${search}`;
}
