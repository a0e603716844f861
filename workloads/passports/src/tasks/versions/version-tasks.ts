/** The tasks from compiling a version to its export. */
import { compilePassport } from "./compile-passport.ts";
import { exportPassport } from "./export-passport.ts";
import { generateQr } from "./generate-qr.ts";
import { replayPassport } from "./replay-passport.ts";
import { signPassport } from "./sign-passport.ts";

export const versionTasks = [compilePassport, signPassport, generateQr, replayPassport, exportPassport];
