/** Exports the broker on RabbitMQ: "@rota/engine/rabbitmq"; it needs the package amqplib. */

export { openRabbitmqBroker } from "./rabbitmq-broker.ts";
export type { RabbitmqOptions } from "./rabbitmq-broker.ts";
export type { Backoff } from "../../runtime/loop.ts";
export type * from "../broker.ts";
