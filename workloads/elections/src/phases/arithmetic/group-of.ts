/** The group of an election by its name, made once in each process that computes: its tables and OpenSSL's checks cost seconds. */
import { RotaError } from "@rota/engine/errors";
import { createGroup, type Group } from "../../crypto/group/group.ts";
import { nativeExponentiation } from "../../crypto/group/native-exponentiation.ts";
import { GROUP_V1_4096, type GroupParameters } from "../../crypto/group/parameters.ts";
import { TOY_GROUP_16, TOY_GROUP_256, TOY_GROUP_64 } from "../../crypto/group/toy-groups.ts";

const REAL: readonly GroupParameters[] = [GROUP_V1_4096];
const TOYS: readonly GroupParameters[] = [TOY_GROUP_16, TOY_GROUP_64, TOY_GROUP_256];
const made = new Map<string, Group>();

export function groupOf(name: string): Group {
  const known = made.get(name);
  if (known !== undefined) return known;
  const group = makeGroup(name);
  made.set(name, group);
  return group;
}

function makeGroup(name: string): Group {
  const real = REAL.find((parameters) => parameters.name === name);
  if (real !== undefined) return createGroup(real, { exponentiation: nativeExponentiation() });
  const toy = TOYS.find((parameters) => parameters.name === name);
  if (toy !== undefined) return createGroup(toy);
  throw new RotaError("ELECTION_MANIFEST_INVALID", `no group is called "${name}"`, { group: name });
}
