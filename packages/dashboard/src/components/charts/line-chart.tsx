/** Lines over time, drawn by uPlot in the colours of the page; the latest values stand beside it as text. */
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { onThemeChange } from "../../shell/theme.ts";
import { chartOptions } from "./chart-options.ts";
import { CHART_HEIGHT, type Line } from "./line.ts";

type LineChartProps = {
  /** What it shows, for who cannot see it. */
  readonly label: string;
  /** In seconds since 1970, one for each value. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
};

export function LineChart({ label, times, lines }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | undefined>(undefined);
  const shape = lines.map(({ name, colour }) => `${name} ${colour}`).join();

  useEffect(() => {
    const frame = place.current;
    if (frame === null) return;
    const draw = (): void => {
      chart.current?.destroy();
      chart.current = new UPlot(chartOptions(lines, frame), toData(times, lines), frame);
    };
    draw();
    const resize = new ResizeObserver(() => chart.current?.setSize({ width: frame.clientWidth, height: CHART_HEIGHT }));
    resize.observe(frame);
    const stopTheme = onThemeChange(draw);
    return () => {
      resize.disconnect();
      stopTheme();
      chart.current?.destroy();
      chart.current = undefined;
    };
  }, [shape]);

  useEffect(() => chart.current?.setData(toData(times, lines)), [times, lines]);

  return (
    <figure class="chart">
      <Legend lines={lines} />
      <div ref={place} role="img" aria-label={`${label}: ${latestText(lines)}`} />
    </figure>
  );
}

function Legend({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul class="legend" aria-hidden="true">
      {lines.map(({ name, colour, values }) => (
        <li key={name} style={{ "--line-colour": `var(${colour})` }}>
          {name} <b>{(values.at(-1) ?? 0).toLocaleString(undefined, { maximumFractionDigits: 1 })}</b>
        </li>
      ))}
    </ul>
  );
}

function latestText(lines: readonly Line[]): string {
  return lines.map(({ name, values }) => `${name} ${String(values.at(-1) ?? 0)}`).join(", ");
}

function toData(times: readonly number[], lines: readonly Line[]): UPlot.AlignedData {
  return [[...times], ...lines.map(({ values }) => [...values])];
}
