/** Sends messages until the broker has confirmed each of them. Unconfirmed messages, which may have arrived, are sent again. */
import { onTestFinished } from "vitest";
import type { Broker } from "../../src/broker/broker.ts";
import { openRabbitmqBroker } from "../../src/broker/rabbitmq/rabbitmq-broker.ts";
import { isRotaError } from "../../src/errors.ts";
import { silentLogger } from "../../src/runtime/logger.ts";

export type ChaosPublisher = {
  readonly broker: Broker;
  publish(exchange: string, bodies: readonly Buffer[]): Promise<void>;
  readonly confirmed: () => number;
  /** Returns the number of messages that were sent again. */
  readonly resent: () => number;
};

const SENT_AT_ONCE = 500;

export async function openChaosPublisher(url: string): Promise<ChaosPublisher> {
  const broker = await openRabbitmqBroker({ url, logger: silentLogger, confirmTimeoutMs: 5_000 });
  onTestFinished(() => broker.close());
  let confirmed = 0;
  let resent = 0;
  const isConfirmed = async (exchange: string, body: Buffer): Promise<boolean> => {
    try {
      await broker.publish({ exchange, routingKey: "chaos.order.paid.v1", body });
      confirmed++;
      return true;
    } catch (error) {
      if (isRotaError(error, "BROKER_UNAVAILABLE")) return false;
      throw error;
    }
  };
  return {
    broker,
    confirmed: () => confirmed,
    resent: () => resent,
    async publish(exchange, bodies) {
      for (let start = 0; start < bodies.length; start += SENT_AT_ONCE) {
        let left = bodies.slice(start, start + SENT_AT_ONCE);
        while (left.length > 0) {
          await untilConnected(broker);
          const answers = await Promise.all(left.map((body) => isConfirmed(exchange, body)));
          left = left.filter((_, index) => answers[index] === false);
          resent += left.length;
        }
      }
    },
  };
}

function untilConnected(broker: Broker): Promise<void> {
  return new Promise((resolve) => {
    if (broker.isConnected) return resolve();
    const end = broker.onChange((isConnected) => {
      if (!isConnected) return;
      end();
      resolve();
    });
  });
}
