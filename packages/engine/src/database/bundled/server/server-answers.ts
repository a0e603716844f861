/** Asks a server whether it takes connections. */
import { Client } from "pg";

import { RotaError } from "../../../errors.ts";
import type { ServerAddress } from "./postmaster-pid.ts";
import { SERVER_DATABASE, SERVER_USER } from "./server-settings.ts";

const CONNECT_MAX_MS = 5_000;

/** It answers, but all of its connections are taken. */
const TOO_MANY_CONNECTIONS = "53300";

const WRONG_PASSWORD = ["28P01", "28000"];

/** False while it starts, recovers or stops; refuses when the password does not fit. */
export async function serverAnswers(address: ServerAddress, password: string): Promise<boolean> {
  const client = new Client({
    ...address,
    user: SERVER_USER,
    password,
    database: SERVER_DATABASE,
    connectionTimeoutMillis: CONNECT_MAX_MS,
  });
  client.on("error", () => undefined); // A server that dies between the two next lines is no news here.
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (WRONG_PASSWORD.includes(code)) throw wrongPassword(address, error);
    return code === TOO_MANY_CONNECTIONS;
  }
}

function wrongPassword(address: ServerAddress, cause: unknown): RotaError {
  const message = `the server at ${address.host} refuses the password in the data folder's file "password"; put the file back as it was when the folder was made`;
  return new RotaError("DATA_FOLDER_DAMAGED", message, { host: address.host }, { cause });
}
