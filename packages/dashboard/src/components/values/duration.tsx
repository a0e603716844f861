/** How long something took, or takes until now. */
import { durationText } from "./time-text.ts";
import { useNow } from "./use-now.ts";

type DurationProps = { readonly from: string | null | undefined; readonly to?: string | null | undefined };

export function Duration({ from, to }: DurationProps) {
  const now = useNow();
  if (from === null || from === undefined) return <span class="faint">–</span>;
  const end = to === null || to === undefined ? now : new Date(to);
  return <span>{durationText(Math.max(0, end.getTime() - new Date(from).getTime()))}</span>;
}
