/** A schedule: creates one task for every nominal time, however many processes run it. */
import { EventEmitter, once } from "node:events";
import { createEngine, defineTask, removeSchedule } from "@rota/engine";

const reports = new EventEmitter();
const report = defineTask({
  name: "demo.report",
  run: (input: { kind: string; scheduledFor: string }) => {
    console.log(`${input.kind} for ${input.scheduledFor}`); // full for 2030-01-01T00:00:01.000Z
    reports.emit("made");
  },
});

const engine = await createEngine({ tasks: [report] });
const { name } = await engine.schedule(report, {
  cron: "* * * * * *",
  timeZone: "Europe/Zurich",
  input: { kind: "full" },
  tenant: "ann",
  group: "reports",
});
const made = once(reports, "made");
await engine.start();
await made;
await removeSchedule(engine.database, name);
await engine.stop();
