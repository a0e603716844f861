/** Books for measurements: tenants with many accounts and a rule, and events as a shop sends them. */
import type { Database } from "@rota/engine";
import { connect } from "amqplib";
import { insertAccounts, insertEntity, insertPeriods, insertRule } from "./bench-books.sql.ts";

export const EXCHANGE = "fis.events.exchange";
/** Number of cash and revenue accounts of each tenant over which events are spread. */
export const ACCOUNTS = 1_000;
const PUBLISHED_AT_ONCE = 2_000;

/** Takes its lines from the payload; amounts are text with decimals. */
const RULE = {
  lines: [
    { account: "payload.till", side: "D", amount: "minor(payload.total, event.transactionCurrency)" },
    { account: "payload.product", side: "C", amount: "minor(payload.total, event.transactionCurrency)" },
  ],
  examples: [],
};

export async function addBenchBooks(database: Database, tenant: string): Promise<void> {
  await database.query(insertEntity(tenant));
  await database.query(insertAccounts({ tenant, prefix: "till", type: "ASSET", count: ACCOUNTS }));
  await database.query(insertAccounts({ tenant, prefix: "product", type: "REVENUE", count: ACCOUNTS }));
  await database.query(insertPeriods(tenant));
  await database.query(insertRule({ tenant, eventType: "shop.order.paid", definition: JSON.stringify(RULE) }));
}

/** Builds the event with this number. If `isHot`, all events use the same two accounts. */
export function benchEvent(nth: number, isHot: boolean) {
  const account = isHot ? 0 : nth % ACCOUNTS;
  return {
    eventId: `00000000-0000-7000-8000-${String(nth).padStart(12, "0")}`,
    eventType: "shop.order.paid",
    occurredAt: "2026-03-15T12:00:00Z",
    postedDate: "2026-03-15",
    transactionCurrency: "EUR",
    createdBy: "shop",
    referenceId: `INV-2026-${String(nth)}`,
    description: "payment of an invoice",
    payload: { till: `till-${String(account)}`, product: `product-${String(account)}`, total: "1299.00" },
  };
}

export type Flood = {
  readonly url: string;
  readonly events: number;
  readonly tenants: readonly string[];
  readonly isHot?: boolean;
  /** Number of the first event. Default 0. */
  readonly first?: number;
};

/** Publishes the events and returns when the broker has confirmed all. */
export async function publishEvents({ url, ...flood }: Flood): Promise<void> {
  const publisher = await openPublisher(url);
  await publisher.publish(eventBodies(flood));
  await publisher.close();
}

/** Yields the messages in the order of their numbers. */
export function* eventBodies({ events, tenants, isHot = false, first = 0 }: Omit<Flood, "url">): Generator<Buffer> {
  for (let nth = first; nth < first + events; nth++) {
    const body = { tenantId: tenants[nth % tenants.length], sourceSystem: "shop", event: benchEvent(nth, isHot) };
    yield Buffer.from(JSON.stringify(body));
  }
}

export type Publisher = {
  /** Publishes the messages and returns when the broker has confirmed all. */
  readonly publish: (bodies: Iterable<Buffer>) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openPublisher(url: string): Promise<Publisher> {
  const connection = await connect(url);
  const channel = await connection.createConfirmChannel();
  return {
    async publish(bodies) {
      let published = 0;
      for (const body of bodies) {
        channel.publish(EXCHANGE, "shop.order.paid", body, { persistent: true });
        if (++published % PUBLISHED_AT_ONCE === 0) await channel.waitForConfirms();
      }
      await channel.waitForConfirms();
    },
    close: () => connection.close(),
  };
}
