/** Every fault, in the order of the page. */
import type { Fault } from "../fault.ts";
import { backendKill } from "./backend-kill.ts";
import { clockJump } from "./clock-jump.ts";
import { diskFull } from "./disk-full.ts";
import { poolExhaustion } from "./pool-exhaustion.ts";
import { postgresRestart } from "./postgres-restart.ts";
import { rabbitmqKill } from "./rabbitmq-kill.ts";
import { rabbitmqLeader } from "./rabbitmq-leader.ts";
import { redisFlush } from "./redis-flush.ts";
import { redisStop } from "./redis-stop.ts";
import { rollingUpgrade } from "./rolling-upgrade.ts";
import { serverKill } from "./server-kill.ts";
import { workerKill } from "./worker-kill.ts";

export const ALL_FAULTS: readonly Fault[] = [
  workerKill,
  serverKill,
  postgresRestart,
  backendKill,
  poolExhaustion,
  rabbitmqKill,
  rabbitmqLeader,
  redisFlush,
  redisStop,
  diskFull,
  clockJump,
  rollingUpgrade,
];
