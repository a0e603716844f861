/**
 * Gives property tests the same inputs in every run; `ROTA_SEED=<number>` changes them, and the long gate uses new ones
 * each time.
 */
import { configureGlobal, readConfigureGlobal } from "fast-check";

const { ROTA_SEED, ROTA_LONG } = process.env;

if (ROTA_SEED !== undefined || ROTA_LONG !== "1")
  configureGlobal({ ...readConfigureGlobal(), seed: Number(ROTA_SEED ?? 1) });
