/** A private RabbitMQ with one node for the tests. */
import { startRabbitmqContainer } from "./supply/docker-service.ts";
import { findRabbitmq } from "./supply/find-binaries.ts";
import { refuseLeftOut } from "./left-out.ts";
import { startRabbitmqCluster } from "./rabbitmq-cluster.ts";
import type { Service } from "./service.ts";

/** Starts it on free loopback ports with its own user, in about 5 s; in Docker where no RabbitMQ is installed. */
export async function startRabbitmq(): Promise<Service> {
  refuseLeftOut("rabbitmq");
  if (findRabbitmq() === undefined) return startRabbitmqContainer();
  const cluster = await startRabbitmqCluster({ nodes: 1 });
  const [node] = cluster.nodes;
  if (node === undefined) throw new Error("a cluster of one node has no node");
  return { ...node, name: "rabbitmq", dispose: () => cluster.dispose() };
}
