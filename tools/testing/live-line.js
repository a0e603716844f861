// A last line that is redrawn on a terminal while other lines are printed above it; elsewhere it is printed now and then.

const REDRAWN_MS = 500;
const PRINTED_MS = 30_000;
const isTerminal = process.stdout.isTTY === true;
const ERASE = "\r\u001b[K";

/**
 * @returns {{
 *   show(describe: () => string): void,
 *   print(text: string): void,
 *   clear(): void,
 *   end(): void,
 * }}
 */
export function liveLine() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const clear = () => {
    if (isTerminal) process.stdout.write(ERASE);
  };
  /** @param {string} text */
  const draw = (text) => {
    process.stdout.write(isTerminal ? `${ERASE}${text.slice(0, process.stdout.columns - 1)}` : `${text}\n`);
  };
  return {
    show(describe) {
      clearInterval(timer);
      timer = setInterval(() => draw(describe()), isTerminal ? REDRAWN_MS : PRINTED_MS).unref();
    },
    print(text) {
      process.stdout.write(`${isTerminal ? ERASE : ""}${text}\n`);
    },
    clear,
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

/**
 * Shows a step of the set-up with its name, its progress and its duration. Each phase that it reports gets its own
 * line; text after a colon is progress within the phase and replaces the previous text.
 *
 * @template Result
 * @param {string} name
 * @param {(report: (progress: string) => void) => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function setUpStep(name, work) {
  const line = liveLine();
  const startedMs = performance.now();
  let progress = name;
  line.print(`setup: ${name} …`);
  line.show(() => `setup: ${progress} (${seconds(startedMs)})`);
  try {
    const result = await work((text) => {
      const [phase] = text.split(":");
      if (phase !== progress.split(":")[0]) line.print(`setup: ${text}`);
      progress = text;
    });
    line.print(`setup: ${name}: done (${seconds(startedMs)})`);
    return result;
  } finally {
    line.end();
  }
}

/** @param {number} startedMs */
function seconds(startedMs) {
  return `${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
}
