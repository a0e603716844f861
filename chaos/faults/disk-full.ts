/** Fills the disk of PostgreSQL for some time, then makes room and starts the processes that have ended. */
import type { Database } from "@rota/engine";
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";
import { takeRoom } from "./faults.sql.ts";
import { obstacleToMounting } from "../stage/small-disk.ts";

export const diskFull: Fault = {
  name: "disk-full",
  sentence: "the disk of PostgreSQL has no byte left for 3 to 5 s; PostgreSQL is started again if it has ended",
  needs: ["small disk"],
  obstacle: obstacleToMounting,
  async strike({ random, disk, postgres, database }) {
    if (disk === undefined) throw new Error("there is no small disk");
    disk.fill();
    await systemClock.wait(random.between(3_000, 5_000));
    await refuseRoom(database);
    disk.empty();
    if (postgres.pid() === undefined) await postgres.start();
    return {};
  },
};

/** Throws while the disk still has room. */
async function refuseRoom(database: Database): Promise<void> {
  const isTaken = await database.query(takeRoom()).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error("the disk is not full");
}
