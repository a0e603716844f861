/** Parses the URL of a RabbitMQ server into the options of the client library. Pure. */
import type { Options } from "amqplib";
import { RotaError } from "../../errors.ts";
import { DEFAULT_HEARTBEAT_S } from "../broker-limits.ts";

export type RabbitmqAddress = {
  readonly fields: Options.Connect;
  /** File of a certificate authority for amqps. */
  readonly caFile: string | undefined;
  /** Description for messages: server, user and virtual host, never the password. */
  readonly described: string;
};

/** Reads amqp[s]://user:password@host:port/vhost?heartbeat=10&cacertfile=ca.pem; `password` overrides the one in the URL. */
export function readRabbitmqAddress(text: string, password?: string): RabbitmqAddress {
  const url = parse(text);
  const query = readQuery(url);
  const port = url.port === "" ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const user = decode(url.username, "user");
  const path = url.pathname.slice(1);
  return {
    fields: {
      protocol: url.protocol.slice(0, -1),
      hostname,
      ...(port === undefined ? {} : { port }),
      username: user === "" ? DEFAULT_LOGIN : user,
      password: password ?? (url.password === "" && user === "" ? DEFAULT_LOGIN : decode(url.password, "password")),
      vhost: path, // the library decodes it
      heartbeat: readHeartbeat(query.get("heartbeat")),
    },
    caFile: query.get("cacertfile") ?? undefined,
    described: `${url.hostname}:${String(port)}, user ${user === "" ? DEFAULT_LOGIN : user}, virtual host ${decode(path, "virtual host") || "/"}`,
  };
}

/** Name of RabbitMQ's first user, and that user's password. */
const DEFAULT_LOGIN = "guest";
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "amqp:": 5672, "amqps:": 5671 };
const KNOWN_SETTINGS = ["heartbeat", "cacertfile"];
const HEARTBEAT_S_MAX = 600;

function parse(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalid("it is no URL"); // the cause would show the whole URL with its password
  }
  if (DEFAULT_PORTS[url.protocol] === undefined) throw invalid(`"${url.protocol}//" is neither amqp:// nor amqps://`);
  if (url.hostname === "") throw invalid("it names no host");
  if (url.pathname.slice(1).includes("/")) throw invalid('its path is one virtual host: write "/" in its name as %2f');
  return url;
}

function readQuery({ searchParams }: URL): URLSearchParams {
  const unknown = [...searchParams.keys()].find((name) => !KNOWN_SETTINGS.includes(name));
  if (unknown !== undefined) throw invalid(`it has no setting "${unknown}", only ${KNOWN_SETTINGS.join(" and ")}`);
  return searchParams;
}

function readHeartbeat(text: string | null): number {
  if (text === null) return DEFAULT_HEARTBEAT_S;
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= HEARTBEAT_S_MAX) return seconds;
  throw invalid(`heartbeat=${text} is not 1 to ${String(HEARTBEAT_S_MAX)} seconds`);
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(`its ${what} has a % that is not followed by two hexadecimal digits`);
  }
}

function invalid(reason: string): RotaError {
  const message = `the URL of RabbitMQ cannot be used, since ${reason}; write amqp://user@host:5672/vhost`;
  return new RotaError("BROKER_URL_INVALID", message);
}
