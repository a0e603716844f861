/** Whose turn it was, when, and for which chunk. */
import type { Dispatch } from "../../../api/wire.ts";
import { Time } from "../../../components/values/time.tsx";

export function ChosenTurn({ turn }: { readonly turn: Dispatch }) {
  const { tenant, group, type, taskId, number, at } = turn;
  return (
    <p class="chosen-turn" role="status">
      <b>Turn {turn.turn}</b> went to {tenant ?? "a lane that is gone"}
      {group === undefined || group === null ? "" : ` / ${group}`}:{" "}
      <a href={`/tasks/${taskId}?chunk=${String(number)}`}>
        chunk {number} of {type ?? `task ${taskId}`}
      </a>
      , <Time at={at} />
    </p>
  );
}
