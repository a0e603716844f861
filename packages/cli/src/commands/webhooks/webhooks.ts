/** `rota webhooks …`: looks after endpoints, shows what was sent to them and sends it again. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { withSubCommands, type SubCommand } from "../../command/sub-commands.ts";
import { createEndpoint, listEndpoints, rotateSecret, showEndpoint } from "./endpoints.ts";
import { disableEndpoint, enableEndpoint, pingEndpoint, removeEndpoint } from "./endpoint-acts.ts";
import { listDeliveries, replayDelivery, replayFailed, showDelivery } from "./deliveries.ts";

const ENDPOINT = { words: ["id"] };
const ACT = ["tenant", "actor"];
const PAGE = ["limit", "after"];

const SUB_COMMANDS: readonly SubCommand[] = [
  { name: "list", sentence: "endpoints of a tenant", flags: ["tenant", ...PAGE], run: listEndpoints },
  { name: "show", sentence: "one endpoint", flags: ["tenant"], ...ENDPOINT, run: showEndpoint },
  { name: "create", sentence: "a new one", flags: [...ACT, "url", "events", "ed25519"], run: createEndpoint },
  { name: "enable", sentence: "send to it again", flags: ACT, ...ENDPOINT, run: enableEndpoint },
  { name: "disable", sentence: "send nothing more", flags: [...ACT, "reason"], ...ENDPOINT, run: disableEndpoint },
  { name: "remove", sentence: "take it away", flags: ACT, ...ENDPOINT, run: removeEndpoint },
  { name: "rotate", sentence: "a new secret", flags: [...ACT, "overlapMs", "force"], ...ENDPOINT, run: rotateSecret },
  { name: "ping", sentence: "send a test event now", flags: ACT, ...ENDPOINT, run: pingEndpoint },
  {
    name: "deliveries",
    sentence: "what was sent, the newest first",
    flags: ["tenant", "endpoint", "state", "eventType", "from", "before", ...PAGE],
    run: listDeliveries,
  },
  { name: "delivery", sentence: "one, with its attempts", flags: ["tenant"], ...ENDPOINT, run: showDelivery },
  { name: "replay", sentence: "send a delivery again", flags: [...ACT, "tasks"], ...ENDPOINT, run: replayDelivery },
  {
    name: "replay-failed",
    sentence: "send all again that failed",
    flags: [...ACT, "from", "before", "limit", "tasks"],
    ...ENDPOINT,
    run: replayFailed,
  },
];

export const webhooksCommand: CommandSpec = withSubCommands({
  name: "webhooks",
  sentence: "look after webhook endpoints, see what was sent to them and send it again",
  subCommands: SUB_COMMANDS,
  words: [{ name: "id", sentence: "of an endpoint, or with delivery and replay of a delivery" }],
  flags: [
    { flag: "--tenant <name>", sentence: "whose they are", isRequired: true },
    { flag: "--url <url>", sentence: "where events are sent" },
    { flag: "--events <types>", sentence: "which, separated by commas; prefix.* and * fit many (default: *)" },
    { flag: "--ed25519", sentence: "sign with a key of Ed25519 as well" },
    { flag: "--overlap-ms <time>", sentence: "how long the old secret stays valid (default: a day)" },
    { flag: "--force", sentence: "although the secret before the current one is still valid" },
    { flag: "--endpoint <id>", sentence: "only to this endpoint" },
    { flag: "--state <state>", sentence: "only PENDING, DELIVERED or FAILED" },
    { flag: "--event-type <type>", sentence: "only events of this type" },
    { flag: "--from <time>", sentence: "only those made at this time or later" },
    { flag: "--before <time>", sentence: "only those made earlier" },
    { flag: "--tasks <module>", sentence: "the module that exports the codec of payloads" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why" },
    { flag: "--limit <count>", sentence: "how many" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: [
    "rota webhooks --tenant ann",
    "rota webhooks create --tenant ann --url https://example.org/hook --events 'order.*,invoice.paid'",
    "rota webhooks deliveries --tenant ann --state FAILED",
    "rota webhooks replay-failed 0e6c1b1e-5f4b-4f0a-9d34-0f3a1a9a2c11 --tenant ann --from 2026-05-01T00:00:00Z",
  ],
  saysNo: "ping was not answered with success",
});
