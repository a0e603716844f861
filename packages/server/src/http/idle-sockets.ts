/** Ends connections that nobody uses. Node leaves those alone that never asked anything, as browsers open in advance: a server would wait for them. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** @returns what ends all that are idle, and from then on each new one. */
export function watchIdleSockets(server: Server): () => void {
  const requestsOf = new Map<Socket, number>();
  let isEnding = false;
  const count = (socket: Socket, step: number): void => {
    const requests = requestsOf.get(socket);
    if (requests !== undefined) requestsOf.set(socket, requests + step);
  };

  server.on("connection", (socket: Socket) => {
    if (isEnding) return void socket.destroy();
    requestsOf.set(socket, 0);
    socket.once("close", () => requestsOf.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  return () => {
    isEnding = true;
    for (const [socket, requests] of requestsOf) if (requests === 0) socket.destroy();
  };
}
