/** The present time, renewed at a steady pace for as long as something shows it. */
import { useEffect, useState } from "preact/hooks";

const PACE_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer serves every place that shows a time. */
export function useNow(): Date {
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
