/** Opens and closes channels of RabbitMQ; whoever waits for either is answered, also when the connection goes meanwhile. */
import type { Channel, ChannelModel } from "amqplib";

/** A channel whose death is seen by the calls that it fails, so that its event needs no further answer. */
export async function openChannel(connection: ChannelModel): Promise<Channel> {
  const channel = await connection.createChannel();
  channel.on("error", () => undefined);
  return channel;
}

/** Never throws. The event is waited for: the answer to the call is lost with the connection. */
export function closeChannel(channel: Channel): Promise<void> {
  return new Promise((resolve) => {
    channel.once("close", resolve);
    channel.close().catch(() => resolve()); // it had gone before
  });
}
