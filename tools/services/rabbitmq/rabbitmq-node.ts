/** One private RabbitMQ node on loopback, alone or as a member of a cluster. */
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRabbitmq, programPath } from "../supply/find-binaries.ts";
import type { RabbitmqBinaries } from "../supply/find-binaries.ts";
import { rabbitmqAnswers } from "../supply/handshakes.ts";
import { makeServerFolder } from "../process/run-folder.ts";
import { serverProcess } from "../process/server-process.ts";
import type { Service } from "../service.ts";
import { ServiceError } from "../service-error.ts";

/** Secrets and programs that all nodes of one cluster share. */
type RabbitmqRealm = {
  readonly binaries: RabbitmqBinaries;
  readonly epmdPort: number;
  readonly cookie: string;
  readonly user: string;
  readonly password: string;
};

type RabbitmqNodeOptions = {
  readonly name: string;
  readonly port: number;
  /** Port on which other nodes reach this one. */
  readonly distributionPort: number;
  /** Names of all nodes that form a cluster on their first start. */
  readonly clusterNodes: readonly string[];
};

/** Creates the secrets and finds the programs for a new node or cluster. */
export function makeRealm(epmdPort: number): RabbitmqRealm {
  const binaries = findRabbitmq();
  if (binaries === undefined) {
    throw new ServiceError(
      "SERVICES_MISSING",
      "a RabbitMQ cluster needs RabbitMQ on this machine: sudo apt-get install --no-install-recommends rabbitmq-server",
    );
  }
  const secret = () => randomBytes(16).toString("hex");
  return { binaries, epmdPort, cookie: secret(), user: "rota", password: secret() };
}

/** Describes a node that is not started yet. */
export function rabbitmqNode(realm: RabbitmqRealm, options: RabbitmqNodeOptions): Service {
  const folder = makeServerFolder("rabbitmq");
  writeNodeFiles(folder, realm, options);
  const url = `amqp://${realm.user}:${realm.password}@127.0.0.1:${options.port}/%2f`;
  return serverProcess({
    name: `rabbitmq node ${options.name}`,
    url,
    folder,
    file: realm.binaries.server,
    args: [],
    env: nodeEnvironment(folder, realm, options),
    handshake: () => rabbitmqAnswers(url),
  });
}

function writeNodeFiles(folder: string, realm: RabbitmqRealm, options: RabbitmqNodeOptions): void {
  mkdirSync(join(folder, "home"), { mode: 0o700 });
  writeFileSync(join(folder, "home", ".erlang.cookie"), realm.cookie, { mode: 0o400 });
  writeFileSync(join(folder, "enabled_plugins"), "[].\n");
  const peers = options.clusterNodes.map(
    (node, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${node}`,
  );
  const config = [
    `listeners.tcp.default = 127.0.0.1:${options.port}`,
    `default_user = ${realm.user}`,
    `default_pass = ${realm.password}`,
    "log.console = true",
    "log.console.level = warning",
    "log.console.use_colors = off",
    "log.file = false",
    ...(peers.length === 0 ? [] : ["cluster_formation.peer_discovery_backend = classic_config", ...peers]),
    "",
  ];
  writeFileSync(join(folder, "rabbitmq.conf"), config.join("\n"), { mode: 0o600 });
}

/** Only these variables reach the node: those of a system-wide RabbitMQ must not. */
function nodeEnvironment(folder: string, realm: RabbitmqRealm, options: RabbitmqNodeOptions): NodeJS.ProcessEnv {
  return {
    PATH: programPath(),
    LANG: "C.UTF-8",
    HOME: join(folder, "home"), // where Erlang looks for the cookie
    ERL_EPMD_PORT: String(realm.epmdPort),
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_NODENAME: options.name,
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: String(options.port),
    RABBITMQ_DIST_PORT: String(options.distributionPort),
    RABBITMQ_MNESIA_BASE: join(folder, "mnesia"),
    RABBITMQ_LOG_BASE: join(folder, "log"),
    RABBITMQ_SCHEMA_DIR: join(folder, "schema"),
    RABBITMQ_GENERATED_CONFIG_DIR: join(folder, "config"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "enabled_plugins"),
    RABBITMQ_PID_FILE: join(folder, "rabbitmq.pid"),
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
    RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
    // With input allowed the script becomes the server instead of a parent of it, so the known pid is the server's.
    RABBITMQ_ALLOW_INPUT: "true",
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: ERLANG_ARGUMENTS.join(" "),
  };
}

const ERLANG_ARGUMENTS = [
  "-noinput",
  "-start_epmd false",
  "-kernel inet_dist_use_interface {127,0,0,1}",
  "+sbwt none +sbwtdcpu none +sbwtdio none", // idle schedulers sleep instead of spinning: the cores are the tests'
];
