/** Says whether live events come in. */
import { useConnectionState } from "../api/live.ts";

const WORDS = { opening: "Connecting …", open: "Live", lost: "Reconnecting …", off: "Not live" } as const;

export function Connection() {
  const state = useConnectionState();
  return (
    <span class="connection" data-state={state} role="status">
      {WORDS[state]}
    </span>
  );
}
