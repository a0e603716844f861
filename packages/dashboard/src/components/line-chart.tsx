/** Draws lines over time with uPlot in the colours of the page. */
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { onThemeChange } from "./theme.tsx";

type LineChartProps = {
  /** Description of the chart for screen readers. */
  readonly label: string;
  /** Time of each value, in seconds since 1970. */
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

function chartOptions(lines: readonly Line[], frame: HTMLElement): UPlot.Options {
  const colours = getComputedStyle(frame);
  const resolve = (property: string): string => resolvedColour(frame, property);
  const axis: UPlot.Axis = {
    stroke: resolve("--ink-faint"),
    font: `12px ${colours.fontFamily}`,
    grid: { stroke: resolve("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: frame.clientWidth,
    height: CHART_HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: { y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] } },
    axes: [
      { ...axis, values: timeLabels, space: 64, size: 30 },
      { ...axis, size: 44 },
    ],
    series: [
      {},
      ...lines.map(({ name, colour }) => ({
        label: name,
        stroke: resolve(colour),
        width: 1.75,
        points: { show: false },
      })),
    ],
  };
}

function timeLabels(_chart: UPlot, times: readonly number[]): string[] {
  return times.map((seconds) =>
    new Date(seconds * 1_000).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  );
}

/** Resolves a custom property with a probe element: a canvas supports neither custom properties nor light-dark(). */
function resolvedColour(frame: HTMLElement, property: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  frame.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export type Line = {
  readonly name: string;
  /** Custom property of the colour, such as `--completed`. */
  readonly colour: string;
  readonly values: readonly number[];
};

const CHART_HEIGHT = 176;
