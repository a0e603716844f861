/** Every subject, in the order of the page. */
import type { Subject } from "../subject.ts";
import { electionsSubject } from "./elections/elections-subject.ts";
import { engineSubject } from "./engine/engine-subject.ts";
import { ledgerSubject } from "./ledger/ledger-subject.ts";
import { passportsSubject } from "./passports/passports-subject.ts";

export const ALL_SUBJECTS: readonly Subject[] = [engineSubject, electionsSubject, passportsSubject, ledgerSubject];
