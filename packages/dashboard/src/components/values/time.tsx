/** A time in the viewer's zone, with how long ago beside it and the exact value on hover and focus. */
import { clockText, exactText, relativeText } from "./time-text.ts";
import { useNow } from "./use-now.ts";

type TimeProps = {
  /** As the server writes it. */
  readonly at: string | null | undefined;
  /** Only how long ago, where there is little room. */
  readonly isShort?: boolean;
};

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
