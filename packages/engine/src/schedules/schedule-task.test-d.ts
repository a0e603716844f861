/** The input of a schedule has the type that its task takes, without the time that each run adds. Checked by the compiler, never run. */
import type { Engine } from "../engine.ts";
import { defineTask } from "../tasks/define-task.ts";

declare const engine: Engine;
const hourly = { cron: "@hourly" };

const clean = defineTask({ name: "demo.clean", run: (input: { days: number; scheduledFor: string }) => input.days });
void engine.schedule(clean, { ...hourly, timeZone: "Europe/Zurich", input: { days: 30 }, tenant: "ann" });
// @ts-expect-error a misspelled field
void engine.schedule(clean, { ...hourly, input: { day: 30 } });
// @ts-expect-error the input is missing
void engine.schedule(clean, hourly);
// @ts-expect-error each run has a time of its own
void engine.schedule(clean, { ...hourly, input: { days: 30, scheduledFor: "2030-01-01T00:00:00Z" } });
// @ts-expect-error each run has a key of its own
void engine.schedule(clean, { ...hourly, input: { days: 30 }, unique: { key: "clean" } });

const tick = defineTask({ name: "demo.tick", run: () => 1 });
void engine.schedule(tick, hourly);

const ofTheDay = defineTask({ name: "demo.day", run: (input: { scheduledFor: string }) => input.scheduledFor });
void engine.schedule(ofTheDay, hourly);
