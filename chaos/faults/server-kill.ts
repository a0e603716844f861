/** Kills the server and starts it again at once, as a supervisor would. */
import type { Fault } from "../fault.ts";

export const serverKill: Fault = {
  name: "server-kill",
  sentence: "kill -9 of `rota serve`, which is started again at once; clients ask again",
  needs: [],
  async strike({ server }) {
    await server.kill();
    await server.start();
    return {};
  },
};
