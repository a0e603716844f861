/** The statements that give a quick run its own database on an existing server. */
import { sqlScript } from "@rota/engine/internal";

/** Creates a database whose name needs no quotes. */
export const createDatabase = (name: string) => sqlScript(`create database ${name}`);

/** Drops the database. PostgreSQL refuses while a session uses it. */
export const dropDatabase = (name: string) => sqlScript(`drop database ${name}`);
