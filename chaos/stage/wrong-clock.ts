/** Loaded into a process first: shifts its dates by the offset in a file. */
import { readFileSync, watchFile } from "node:fs";
import { POLL_MS, OFFSET_VARIABLE } from "./clock.ts";

const RealDate = Date;
const file = process.env[OFFSET_VARIABLE] ?? "";
let offsetMs = readOffset();
watchFile(file, { interval: POLL_MS, persistent: false }, () => (offsetMs = readOffset()));

const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  get: (real, name): unknown => (name === "now" ? now : Reflect.get(real, name)),
  construct(real, given: unknown[], target) {
    const made: unknown = Reflect.construct(real, given.length === 0 ? [now()] : given, target);
    if (typeof made !== "object" || made === null) throw new TypeError("a date is an object");
    return made;
  },
});

function readOffset(): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0; // The stage was removed, and this process will end too.
  }
}
