/** A private RabbitMQ cluster on one machine, whose nodes a test can kill and start again one by one. */
import { randomBytes } from "node:crypto";
import { startEpmd } from "./rabbitmq/epmd.ts";
import { freePorts } from "./process/free-port.ts";
import { makeRealm, rabbitmqNode } from "./rabbitmq/rabbitmq-node.ts";
import type { Service } from "./service.ts";

export type RabbitmqCluster = {
  /** Kill, stop and start nodes one by one; a node that is started again rejoins as the same member. */
  readonly nodes: readonly Service[];
  readonly urls: readonly string[];
  /** Ends all nodes and deletes their data. */
  dispose(): Promise<void>;
};

/** Starts the nodes, which form the cluster by themselves, and returns when each of them answers. */
export async function startRabbitmqCluster({ nodes: count }: { nodes: number }): Promise<RabbitmqCluster> {
  const [epmdPort = 0, ...ports] = await freePorts(1 + 2 * count);
  const realm = makeRealm(epmdPort);
  const run = randomBytes(4).toString("hex");
  const names = Array.from({ length: count }, (_, index) => `rota-${run}-${index}@localhost`);
  const epmd = await startEpmd(realm.binaries.epmd, epmdPort);
  const nodes = names.map((name, index) =>
    rabbitmqNode(realm, {
      name,
      port: ports[2 * index] ?? 0,
      distributionPort: ports[2 * index + 1] ?? 0,
      clusterNodes: count === 1 ? [] : names,
    }),
  );
  const dispose = async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await epmd.dispose();
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await dispose();
    throw error;
  }
  return { nodes, urls: nodes.map((node) => node.url), dispose };
}
