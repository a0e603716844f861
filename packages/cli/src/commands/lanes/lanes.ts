/** `rota lanes [list | queues | set]`: shows who shares the turns of a queue, and sets weights, pauses and limits. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { withSubCommands } from "../../command/sub-commands.ts";
import { listQueueLanes } from "./list-lanes.ts";
import { showQueues } from "./list-queues.ts";
import { setLaneOfFlags } from "./set-lane.ts";

export const lanesCommand: CommandSpec = withSubCommands({
  name: "lanes",
  sentence: "show who shares the turns of a queue, and set weights, pauses and limits",
  subCommands: [
    { name: "queues", sentence: "the queues and how they stand", flags: ["limit", "after", "tenant"], run: showQueues },
    {
      name: "list",
      sentence: "the lanes of a queue: tenants, their groups, their tasks",
      flags: ["queue", "tenant", "limit", "after"],
      run: listQueueLanes,
    },
    {
      name: "set",
      sentence: "weight, pause or limits of a lane",
      flags: [
        ...["queue", "tenant", "group", "priority", "type", "task"],
        ...["weight", "pause", "resume", "maxInFlight", "rate", "burst", "actor", "reason"],
      ],
      run: setLaneOfFlags,
    },
  ],
  flags: [
    { flag: "--queue <name>", sentence: "the queue" },
    { flag: "--tenant <name>", sentence: "a tenant in it" },
    { flag: "--group <name>", sentence: "a group of the tenant" },
    { flag: "--priority <0-3>", sentence: "of the group, which has a lane for each (default: 2)" },
    { flag: "--type <name>", sentence: "the jobs of this type in the group" },
    { flag: "--task <id>", sentence: "the lane of this task, named by nothing else" },
    { flag: "--weight <count>", sentence: "its share among its siblings" },
    { flag: "--pause", sentence: "give it no turns" },
    { flag: "--resume", sentence: "give it turns again" },
    { flag: "--max-in-flight <count>", sentence: "how many chunks may run at once; none for no limit" },
    { flag: "--rate <turns/s>", sentence: "turns a second, such as 10 or 0.5; none for no limit" },
    { flag: "--burst <count>", sentence: "with --rate: how many at once after a rest (default: 1)" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why, for the audit log" },
    { flag: "--limit <count>", sentence: "how many (default: 50, at most 200)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: [
    "rota lanes",
    "rota lanes list --queue tallies",
    "rota lanes set --queue tallies --tenant ann --weight 3 --rate 10",
    'rota lanes set --task 19 --pause --reason "its input is checked"',
  ],
});
