/** Opens two connections that close together: a broker short of memory blocks publishing, never acknowledgements. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { Duplex } from "node:stream";
import type * as amqplib from "amqplib";
import type { Channel, ChannelModel } from "amqplib";
import { systemClock } from "../../runtime/clock.ts";
import { loadPackage } from "../../runtime/load-package.ts";
import { CLOSE_MS_MAX } from "../broker-limits.ts";
import type { RabbitmqAddress } from "./rabbitmq-address.ts";
import { connectionRefusal } from "./rabbitmq-errors.ts";

export type RabbitmqSession = {
  /** Id that distinguishes sessions of one process, and its temporary queues from those of others. */
  readonly id: string;
  readonly publishing: ChannelModel;
  readonly consuming: ChannelModel;
  /** Whether consumers of a queue that was deleted and declared again at once may stay without messages, unnotified. */
  readonly forgetsConsumers: boolean;
  /** Resolves with the reason when either connection is lost. */
  readonly disconnected: Promise<unknown>;
  /** Closes both connections; never throws. */
  close(): Promise<void>;
};

type SessionOptions = { readonly address: RabbitmqAddress; readonly connectTimeoutMs: number };

/** Opens a session. Refuses with BROKER_REFUSED or BROKER_UNAVAILABLE. */
export async function openRabbitmqSession(options: SessionOptions): Promise<RabbitmqSession> {
  const publishing = await connectFor("publishing", options);
  const consuming = await connectFor("consuming", options).catch((error: unknown) => {
    cutOff(publishing);
    throw error;
  });
  const both = [publishing, consuming];
  let closed: Promise<void> | undefined;
  const close = async () => {
    for (const { connection } of both) connection.close().catch(() => undefined); // it may be lost
    await withinTime(Promise.all(both.map(({ disconnected }) => disconnected)));
    both.forEach(cutOff);
  };
  return {
    id: randomBytes(4).toString("hex"),
    publishing: publishing.connection,
    consuming: consuming.connection,
    forgetsConsumers: forgetsConsumers(consuming.connection),
    disconnected: Promise.race(both.map(({ disconnected }) => disconnected)),
    close: () => (closed ??= close()),
  };
}

/** Loads the client of RabbitMQ, which an installation without a broker lacks. Rejects with PACKAGE_MISSING. */
export function loadAmqplib(): Promise<Pick<typeof amqplib, "connect">> {
  return loadPackage({ name: "amqplib", neededBy: "rabbitmqUrl" }, () => import("amqplib"));
}

type Connected = { readonly connection: ChannelModel; readonly disconnected: Promise<unknown> };

async function connectFor(use: string, { address, connectTimeoutMs }: SessionOptions): Promise<Connected> {
  try {
    const { connect } = await loadAmqplib();
    const connection = await connect(address.fields, {
      timeout: connectTimeoutMs,
      noDelay: true,
      clientProperties: { connection_name: `rota ${hostname()} ${String(process.pid)} ${use}` },
      ...(address.caFile === undefined ? {} : { ca: await readFile(address.caFile) }),
    });
    writeTogether(connection);
    return { connection, disconnected: disconnectReason(connection) };
  } catch (error) {
    throw connectionRefusal(error, address.described);
  }
}

function disconnectReason(connection: ChannelModel): Promise<unknown> {
  return new Promise((resolve) => {
    let reason: unknown = new Error("the connection was closed");
    connection.on("error", (error) => (reason = error));
    connection.on("close", (error) => resolve(error ?? reason));
  });
}

/** Returns whether it is older than 4.0: its channels subscribe consumers to the new queue, and then drop their state of it. */
function forgetsConsumers({ connection: { serverProperties } }: ChannelModel): boolean {
  return Number.parseInt(serverProperties.version, 10) < 4;
}

async function withinTime(goodbyes: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  await Promise.race([goodbyes, systemClock.wait(CLOSE_MS_MAX, done.signal)]);
  done.abort();
}

/** Sends the frames of one turn of the event loop in one system call; amqplib writes each frame by itself. */
function writeTogether(connection: ChannelModel): void {
  const socket = socketOf(connection);
  if (socket === undefined) return;
  const write = socket.write.bind(socket);
  socket.write = (frame: Uint8Array) => {
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    return write(frame);
  };
}

/** Destroys the socket of a peer that does not answer: it would keep the process alive. */
function cutOff({ connection }: Connected): void {
  socketOf(connection)?.destroy();
}

function socketOf(connection: ChannelModel): Duplex | undefined {
  const socket: unknown = Reflect.get(connection.connection, "stream");
  return socket instanceof Duplex ? socket : undefined;
}

/** Opens a channel. Its death is visible by the calls that fail, so its error event is ignored. */
export async function openChannel(connection: ChannelModel): Promise<Channel> {
  const channel = await connection.createChannel();
  channel.on("error", () => undefined);
  return channel;
}

/** Closes a channel; never throws. It waits for the event, since the answer to the call is lost with the connection. */
export function closeChannel(channel: Channel): Promise<void> {
  return new Promise((resolve) => {
    channel.once("close", resolve);
    channel.close().catch(() => resolve()); // it was closed before
  });
}
