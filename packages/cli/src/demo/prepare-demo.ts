/** Prepares the demo for `rota serve`, loads its modules only then, and shows its progress on the terminal. */
import type { Engine } from "@rota/engine";
import type { Shutdown } from "@rota/engine/internal";
import type { DemoProgress, Workload } from "@rota/engine/workload";
import type { CommandContext } from "../command-spec.ts";
import { isGiven, wholeFlag } from "../flags.ts";
import { count } from "../output/answer.ts";
import { barOf, type Screen } from "../output/progress-bar.ts";

export const DEMO_SIZE = 2_000;
const DEMO_SIZE_MAX = 100_000;

type PreparedDemo = {
  /** Context with the settings that the demo needs and the user has not set. */
  readonly context: CommandContext;
  /** Names of the steps that will be played. */
  readonly steps: readonly string[];
  begin(parts: { readonly engine: Engine; readonly url: string }): void;
};

type DemoParts = {
  /** Workloads whose demos are played. */
  readonly workloads: readonly Workload[];
  /** Stops what is opened here. */
  readonly shutdown: Shutdown;
};

export async function prepareDemo(context: CommandContext, { workloads, shutdown }: DemoParts): Promise<PreparedDemo> {
  const limits = { min: 1, max: DEMO_SIZE_MAX };
  const size = wholeFlag(context, "sceneBallots", limits) ?? wholeFlag(context, "demoSize", limits) ?? DEMO_SIZE;
  const { openReceiver } = await import("./webhook-receiver.ts");
  const { completeDemoSettings, openDemoFolder } = await import("./demo-settings.ts");
  const { startDemo } = await import("./demo.ts");
  const demos = await Promise.all(workloads.flatMap(({ demo }) => (demo === undefined ? [] : [demo()])));
  const receiver = await openReceiver();
  shutdown.onStop("receiver of webhooks", () => receiver.close());
  const folder = openDemoFolder(context.reading.config.dataDir);
  const reading = completeDemoSettings(context.reading, { folder, receiver: receiver.host });
  for (const { prepare } of demos) prepare?.(folder);
  const { logger } = context;
  const screen = createDemoScreen({ isJson: isGiven(context, "json") });
  return {
    context: { ...context, reading },
    steps: demos.flatMap(({ steps }) => steps.map(({ name }) => name)),
    begin(parts) {
      if (demos.length === 0) return;
      const demo = startDemo({ ...parts, demos, size, folder, receiver, screen, logger });
      shutdown.onStop("demo", () => demo.stop());
    },
  };
}

export type DemoScreen = {
  show(progress: DemoProgress): void;
  /** Prints a permanent line. */
  print(name: string, text: string): void;
};

type ScreenOptions = {
  readonly screen?: Screen;
  /** Prints each line as a JSON object. */
  readonly isJson: boolean;
};

const REDRAW_MS = 100;
const NAME_WIDTH = 11;
const INDENT = NAME_WIDTH + 2;
const WIDE = 100;
const [NARROW_BAR, WIDE_BAR] = [16, 24];
const DEFAULT_COLUMNS = 80;
const QUARTERS = 4;

export function createDemoScreen({ screen = process.stdout, isJson }: ScreenOptions): DemoScreen {
  if (isJson) return linesOn(screen, (name, text) => JSON.stringify({ step: name, text }));
  return screen.isTTY === true ? barsOn(screen) : linesOn(screen, lineOf);
}

function barsOn(screen: Screen): DemoScreen {
  const shown = new Map<string, DemoProgress>();
  let drawn = 0;
  let drawnMs = Number.NEGATIVE_INFINITY;
  const width = () => (screen.columns ?? DEFAULT_COLUMNS) - 1;
  const above = () => (drawn === 0 ? "" : `\u001b[${String(drawn)}A\u001b[0J`);
  const draw = (line = "") => {
    const bars = [...shown.values()].map((each) => `${lineOf(each.name, barText(each, width())).slice(0, width())}\n`);
    screen.write(`${above()}${line}${bars.join("")}`);
    drawn = bars.length;
    drawnMs = performance.now();
  };
  return {
    show(progress) {
      const isNew = shown.get(progress.name)?.step !== progress.step;
      shown.set(progress.name, progress);
      if (isNew || performance.now() - drawnMs >= REDRAW_MS) draw();
    },
    print(name, text) {
      shown.delete(name); // a finished step needs no bar
      draw(`${linesOf(name, text, width()).join("\n")}\n`);
    },
  };
}

function linesOn(screen: Screen, format: (name: string, text: string) => string): DemoScreen {
  const marks = new Map<string, string>();
  return {
    show(progress) {
      const { name, step, done, total } = progress;
      const mark = `${step} ${String(Math.floor((QUARTERS * done) / Math.max(1, total)))}`;
      if (marks.get(name) === mark) return;
      marks.set(name, mark);
      screen.write(`${format(name, stepText(progress))}\n`);
    },
    print: (name, text) => void screen.write(`${format(name, text)}\n`),
  };
}

function lineOf(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${text}`;
}

/** Breaks a text between words to the width of the terminal. */
function linesOf(name: string, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && INDENT + longer.length > width) lines.push(line);
    line = INDENT + longer.length > width ? word : longer;
  }
  return [...lines, line].map((each, index) => lineOf(index === 0 ? name : "", each));
}

function barText(progress: DemoProgress, width: number): string {
  const bar = barOf(progress.done, progress.total, width < WIDE ? NARROW_BAR : WIDE_BAR);
  return `${bar}  ${stepText(progress)}`;
}

/** Formats a progress: `voting: 500 of 2,000 ballots`. */
function stepText({ step, done, total, unit }: DemoProgress): string {
  return `${step}: ${count(done)} of ${count(total)} ${unit}`;
}
