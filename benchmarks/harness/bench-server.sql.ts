/** The statements by which a quick run has a database of its own on a server that is there. */
import { sqlScript } from "@rota/engine/internal";

/** Makes a database whose name needs no quotes. */
export const createDatabase = (name: string) => sqlScript(`create database ${name}`);

/** Deletes it; refused while somebody uses it. */
export const dropDatabase = (name: string) => sqlScript(`drop database ${name}`);
