/** How uPlot draws here: thin lines, faint grid, the fonts and colours of the page. */
import type UPlot from "uplot";
import { CHART_HEIGHT, type Line } from "./line.ts";

export function chartOptions(lines: readonly Line[], frame: HTMLElement): UPlot.Options {
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

/** A canvas knows neither custom properties nor light-dark(): an element resolves them first. */
function resolvedColour(frame: HTMLElement, property: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  frame.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
