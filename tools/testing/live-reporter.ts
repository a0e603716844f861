/**
 * Shows a test run: one live line, each failure at once with the command that repeats it, and at the end the left-out
 * tests and the slowest files.
 */
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
  TestSuite,
  Vitest,
} from "vitest/node";
import { liveLine } from "./live-line.js";

const SLOWEST_SHOWN = 5;

export default class LiveReporter implements Reporter {
  private readonly line = liveLine();
  private readonly running = new Map<string, number>();
  private readonly tookMs = new Map<string, number>();
  private readonly counted = new Set<string>();
  private readonly count = { files: 0, filesDone: 0, passed: 0, failed: 0, skipped: 0 };
  private readonly startedMs = performance.now();
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.count.files = files.length;
    this.line.show(() => this.describe());
  }

  onTestModuleQueued(file: TestModule): void {
    this.running.set(file.relativeModuleId, performance.now());
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "pending" || this.counted.has(test.id)) return; // a test of a suite that was left out is reported twice
    this.counted.add(test.id);
    this.count[state]++;
    if (state === "failed") this.printFailure(test, errors);
  }

  /** Hooks of a file may fail although none of its tests does. */
  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) this.printFailure(suite, suite.errors());
  }

  onTestModuleEnd(file: TestModule): void {
    const { relativeModuleId } = file;
    this.count.filesDone++;
    this.tookMs.set(relativeModuleId, performance.now() - (this.running.get(relativeModuleId) ?? 0));
    this.running.delete(relativeModuleId);
    if (file.errors().length > 0) this.printFailure(file, file.errors());
  }

  onUserConsoleLog({ content }: { content: string }): void {
    this.line.print(content.trimEnd());
  }

  onTestRunEnd(files: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) this.printError(error);
    this.line.print(this.describe());
    this.line.end();
    for (const text of [...describeLeftOut(files), ...this.describeSlowest()]) this.line.print(text);
  }

  private describe(): string {
    const { files, filesDone, passed, failed, skipped } = this.count;
    const [slowest] = [...this.running].toSorted(([, a], [, b]) => a - b);
    const waitsFor =
      slowest === undefined ? "" : ` · longest running: ${slowest[0]} (${seconds(performance.now() - slowest[1])})`;
    const tests = `${passed} passed, ${failed} failed, ${skipped} skipped`;
    return `${filesDone} of ${files} files · tests: ${tests} · ${seconds(performance.now() - this.startedMs)}${waitsFor}`;
  }

  private printFailure(place: TestCase | TestSuite | TestModule, errors: readonly SerializedError[] = []): void {
    this.line.print(`\nFAILED ${nameOf(place)}`);
    for (const error of errors) this.printError(error, place);
    this.line.print(`Repeat it: ${repeatCommand(place, errors)}\n`);
  }

  private printError(error: SerializedError, place?: TestCase | TestSuite | TestModule): void {
    this.line.clear();
    this.vitest?.logger.printError(error, place === undefined ? {} : { project: place.project });
  }

  private describeSlowest(): string[] {
    const slowest = [...this.tookMs].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN);
    return ["Slowest files:", ...slowest.map(([path, ms]) => `  ${seconds(ms)} ${path}`)];
  }
}

/** Returns one line for each reason, and below it the files with the number of their tests. */
function describeLeftOut(files: readonly TestModule[]): string[] {
  const byReason = new Map<string, Map<string, number>>();
  for (const file of files) {
    for (const test of file.children.allTests("skipped")) {
      const reason = reasonOf(test);
      if (reason === undefined) continue;
      const places = byReason.get(reason) ?? new Map<string, number>();
      byReason.set(reason, places.set(file.relativeModuleId, (places.get(file.relativeModuleId) ?? 0) + 1));
    }
    // A file that could not be loaded has no tests to count.
    const reason = file.meta().leftOut;
    if (reason !== undefined && file.children.size === 0)
      byReason.set(reason, (byReason.get(reason) ?? new Map<string, number>()).set(file.relativeModuleId, 0));
  }
  return [...byReason].flatMap(([reason, places]) => [
    `Left out: ${reason}`,
    ...[...places].map(([path, tests]) => `  ${path}${tests === 0 ? "" : ` (${String(tests)})`}`),
  ]);
}

function reasonOf(place: TestCase | TestSuite | TestModule): string | undefined {
  const { leftOut } = place.meta();
  if (leftOut !== undefined || place.type === "module") return leftOut;
  return reasonOf(place.parent);
}

function nameOf(place: TestCase | TestSuite | TestModule): string {
  return place.type === "module" ? place.relativeModuleId : `${place.module.relativeModuleId} > ${place.fullName}`;
}

/** @example ROTA_SEED=7 npx vitest run packages/engine/test/fairness.test.ts -t '^turns are fair$' */
function repeatCommand(place: TestCase | TestSuite | TestModule, errors: readonly SerializedError[]): string {
  const seed = /\bROTA_SEED=(-?\d+)|\bseed: (-?\d+)/.exec(
    [nameOf(place), ...errors.map(({ message }) => message)].join("\n"),
  );
  const settings = [
    ...(process.env["ROTA_LONG"] === "1" ? ["ROTA_LONG=1 "] : []),
    ...(seed === null ? [] : [`ROTA_SEED=${seed[1] ?? seed[2] ?? ""} `]),
  ];
  const file = place.type === "module" ? place.relativeModuleId : place.module.relativeModuleId;
  return `${settings.join("")}npx vitest run ${file}${place.type === "module" ? "" : ` -t ${patternOf(place)}`}`;
}

/** Vitest takes a regular expression for the names of suites and test, separated by spaces. */
function patternOf(place: TestCase | TestSuite): string {
  const name = place.fullName.replaceAll(" > ", " ").replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return `'^${name}${place.type === "test" ? "$" : ""}'`.replaceAll(/(?<=.)'(?=.)/g, String.raw`'\''`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
