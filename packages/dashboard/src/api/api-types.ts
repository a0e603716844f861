/** Names the types of the server's responses, taken from its API description. */
import type { paths } from "@rota/client";

/** Type of the answer to a GET request of a path, among the paths of an API. */
export type AnswerTo<Paths, Path extends keyof Paths> = Paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

/** Type of the items of a list, among the paths of an API. */
export type ItemOf<Paths, Path extends keyof Paths> =
  AnswerTo<Paths, Path> extends { items: readonly (infer Each)[] } ? Each : never;

type Json<Path extends keyof paths> = AnswerTo<paths, Path>;
type Item<Path extends keyof paths> = ItemOf<paths, Path>;

export type Statistics = Json<"/v1/statistics">;
export type History = Json<"/v1/statistics/history">;
export type TaskItem = Item<"/v1/tasks">;
export type TaskDetails = Json<"/v1/tasks/{taskId}">;
export type ChunkDetails = Json<"/v1/tasks/{taskId}/chunks/{number}">;
export type Fairness = Json<"/v1/queues/{queue}/fairness">;
export type LaneShare = Fairness["lanes"][number];
export type Pool = Item<"/v1/queues">;
export type Dispatch = Item<"/v1/queues/{queue}/dispatches">;
export type Worker = Item<"/v1/workers">;
export type Lock = Item<"/v1/locks">;
export type PastLock = Item<"/v1/locks/{key}/history">;
export type LockStatistics = Json<"/v1/locks/statistics">;
export type DeadLetter = Item<"/v1/dead-letters">;
export type DeadLetterDetails = Json<"/v1/dead-letters/{letterId}">;
export type Endpoint = Item<"/v1/webhooks/endpoints">;
export type Delivery = Item<"/v1/webhooks/deliveries">;
export type DeliveryDetails = Json<"/v1/webhooks/deliveries/{deliveryId}">;
export type AuditEntry = Item<"/v1/audit">;
export type AccessKey = Item<"/v1/keys">;
export type Schedule = Item<"/v1/schedules">;
