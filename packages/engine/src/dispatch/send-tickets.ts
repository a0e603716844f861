/** Publishes tickets without holding up who gives the next turns. */
import type { Broker } from "../broker/broker.ts";
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import type { CountsOf } from "./dispatch-counts.ts";
import type { TicketRow } from "./dispatch.sql.ts";
import { DISPATCH_EXCHANGE, dispatchRoute } from "./dispatch-topology.ts";
import type { FieldsOf } from "./fields-of-tickets.ts";
import { writeTicket } from "./ticket.ts";

export type TicketSender = {
  /** There are never more on their way than the windows of the queues hold, since each belongs to a QUEUED chunk. */
  send(tickets: readonly TicketRow[]): void;
  /** Returns when the broker has answered for all. */
  sent(): Promise<void>;
};

export type TicketSenderOptions = {
  readonly broker: Broker;
  readonly countsOf: CountsOf;
  readonly logger: Logger;
  /** What tickets say besides ids. Default: nothing. */
  readonly fieldsOf?: FieldsOf | undefined;
};

export function createTicketSender({ broker, countsOf, logger, fieldsOf }: TicketSenderOptions): TicketSender {
  const underWay = new Set<Promise<void>>();

  const publish = async (ticket: TicketRow): Promise<void> => {
    const { routingKey } = dispatchRoute(ticket.queue);
    const messageId = `${ticket.queue}/${String(ticket.turn)}`;
    try {
      const body = writeTicket(ticket, fieldsOf?.(ticket));
      await broker.publish({ exchange: DISPATCH_EXCHANGE, routingKey, body, messageId });
      countsOf(ticket.queue).published++;
    } catch (error) {
      countsOf(ticket.queue).unsent++;
      // A ticket that could not be sent is one that was lost: it is sent again, or its chunk is started without.
      const code = error instanceof RotaError ? error.code : undefined;
      logger.debug({ error: code ?? error, messageId }, "a ticket could not be sent");
    }
  };

  return {
    send(tickets) {
      for (const ticket of tickets) {
        const publishing = publish(ticket).finally(() => underWay.delete(publishing));
        underWay.add(publishing);
      }
    },
    async sent() {
      await Promise.all(underWay);
    },
  };
}
