/** What an operator may do to a task: pause, resume, cancel. */
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { useMay } from "../../session/session.tsx";
import type { TaskDetails } from "../../api/wire.ts";
import { ActButton } from "../../components/forms/act-button.tsx";
import { ActForm } from "../../components/forms/act-form.tsx";

type TaskActsProps = { readonly task: TaskDetails; readonly onDone: () => void };

export function TaskActs({ task: { taskId, state }, onDone }: TaskActsProps) {
  const [isCancelling, setCancelling] = useState(false);
  const params = { path: { taskId } };
  const isOpen = state === "ACTIVE" || state === "PAUSED";
  if (!useMay("operator") || !isOpen) return null;
  return (
    <>
      {state === "PAUSED" ? (
        <ActButton act={() => client.POST("/v1/tasks/{taskId}/resume", { params, body: {} })} onDone={onDone}>
          Resume
        </ActButton>
      ) : (
        <ActButton act={() => client.POST("/v1/tasks/{taskId}/pause", { params, body: {} })} onDone={onDone}>
          Pause
        </ActButton>
      )}
      <button type="button" data-kind="danger" onClick={() => setCancelling(true)}>
        Cancel
      </button>
      {isCancelling ? (
        <ActForm
          title={`Cancel task ${taskId}?`}
          verb="Cancel the task"
          isDangerous
          act={() => client.POST("/v1/tasks/{taskId}/cancel", { params, body: {} })}
          onDone={() => {
            setCancelling(false);
            onDone();
          }}
          onClose={() => setCancelling(false)}
        >
          <p>What waits will not run; what runs is told to stop. This cannot be undone.</p>
        </ActForm>
      ) : null}
    </>
  );
}
