/** A number with its thousands apart; what is not exact says so. */

type Counted = number | { readonly count: number; readonly precision: string };

export function Count({ of }: { readonly of: Counted }) {
  const { count, precision } = typeof of === "number" ? { count: of, precision: "exact" } : of;
  if (precision === "exact") return <>{numberText(count)}</>;
  return (
    <span title={precision === "atLeast" ? "there are more: no more were counted" : "an estimate"}>
      {precision === "atLeast" ? "≥ " : "≈ "}
      {numberText(count)}
    </span>
  );
}

export function numberText(count: number): string {
  return count.toLocaleString(undefined, { maximumFractionDigits: count < 10 ? 2 : count < 100 ? 1 : 0 });
}
