/** Shows times and durations in the time zone of the viewer and keeps them current. */
import { useEffect, useState } from "preact/hooks";
import { clockText, durationText, exactText, relativeText } from "./time-text.ts";

type TimeProps = {
  /** Time as the server writes it. */
  readonly at: string | null | undefined;
  /** Shows only the distance to now, for narrow places. */
  readonly isShort?: boolean;
};

/** Time of day or date with its distance to now. */
export function Time({ at, isShort = false }: TimeProps) {
  const now = useNow();
  if (at === null || at === undefined) return <span class="faint">–</span>;
  const date = new Date(at);
  const relative = relativeText(date, now);
  return (
    <time class="time" dateTime={at} title={exactText(date)}>
      {isShort ? (
        relative
      ) : (
        <>
          {clockText(date, now)} <span class="relative">{relative}</span>
        </>
      )}
    </time>
  );
}

type DurationProps = { readonly from: string | null | undefined; readonly to?: string | null | undefined };

/** Duration of something, until now if it has not ended. */
export function Duration({ from, to }: DurationProps) {
  const now = useNow();
  if (from === null || from === undefined) return <span class="faint">–</span>;
  const end = to === null || to === undefined ? now : new Date(to);
  return <span>{durationText(Math.max(0, end.getTime() - new Date(from).getTime()))}</span>;
}

const PACE_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the current time. One timer serves every place that shows a time. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    listeners.add(renew);
    timer ??= setInterval(() => listeners.forEach((listener) => listener()), PACE_MS);
    return () => {
      listeners.delete(renew);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return now;
}
