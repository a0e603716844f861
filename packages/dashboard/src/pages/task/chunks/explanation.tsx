/** Why a chunk waits, in one sentence, with what holds it back. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Shown } from "../../../components/layout/shown.tsx";

type ExplanationProps = { readonly taskId: string; readonly number: number; readonly state: string };

export function Explanation({ taskId, number, state }: ExplanationProps) {
  const isWaiting = state === "PENDING" || state === "SCHEDULED" || state === "QUEUED";
  return isWaiting ? <Sentence taskId={taskId} number={number} /> : null;
}

function Sentence({ taskId, number }: { readonly taskId: string; readonly number: number }) {
  const load = (signal: AbortSignal) =>
    answerOf(
      client.GET("/v1/tasks/{taskId}/chunks/{number}/explanation", { params: { path: { taskId, number } }, signal }),
    );
  const explanation = useResource(`why ${taskId} ${String(number)}`, load, {
    on: ["dispatch", "lane"],
    everyMs: 5_000,
  });
  return (
    <div class="notice" data-tone="waiting">
      <h3>Why it waits</h3>
      <Shown of={explanation}>{({ sentence }) => <p>{sentence}</p>}</Shown>
    </div>
  );
}
