/** A button that finds the next waiting chunk of a lane and says why it waits. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { LaneShare } from "../../../api/wire.ts";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Dialog } from "../../../components/forms/dialog.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { findWaiting } from "./find-waiting.ts";

type WhyWaitingProps = { readonly queue: string; readonly lane: LaneShare };

export function WhyWaiting({ queue, lane }: WhyWaitingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" data-kind="link" onClick={() => setOpen(true)}>
        Why waiting?<span class="visually-hidden"> {lane.name}</span>
      </button>
      {isOpen ? (
        <Dialog title={`Why ${lane.name} waits`} onClose={() => setOpen(false)}>
          <Answer queue={queue} lane={lane} />
          <div class="dialog-acts">
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function Answer({ queue, lane }: WhyWaitingProps) {
  const explanation = useResource(`waiting ${queue} ${lane.laneId}`, () => explain(queue, lane), { everyMs: 3_000 });
  return (
    <Shown of={explanation}>
      {({ found }) =>
        found === undefined ? (
          <p>Nothing of it waits: all its chunks run, are over, or are put off until later.</p>
        ) : (
          <div class="stack" role="status">
            <p>
              <a href={`/tasks/${found.taskId}?chunk=${String(found.number)}`}>
                Chunk {found.number} of task {found.taskId}
              </a>
            </p>
            <p>
              <b>{found.sentence}</b>
            </p>
          </div>
        )
      }
    </Shown>
  );
}

async function explain(queue: string, lane: LaneShare) {
  const waiting = await findWaiting(queue, lane);
  if (waiting === undefined) return { found: undefined };
  const path = { taskId: waiting.taskId, number: waiting.number };
  const { sentence } = await answerOf(
    client.GET("/v1/tasks/{taskId}/chunks/{number}/explanation", { params: { path } }),
  );
  return { found: { ...path, sentence } };
}
