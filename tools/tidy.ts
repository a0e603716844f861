/** Prints each violation of the rules on one line, and fails if there is one. */
import { fileURLToPath } from "node:url";
import { EXCEPTIONS } from "./tidy/exceptions.ts";
import { readTree } from "./tidy/read-tree.ts";
import { tidy } from "./tidy/tidy.ts";
import { formatViolation } from "./tidy/violation.ts";

const violations = tidy(readTree(fileURLToPath(new URL("..", import.meta.url))), EXCEPTIONS);
for (const violation of violations) console.error(formatViolation(violation));
if (violations.length > 0) process.exitCode = 1;
