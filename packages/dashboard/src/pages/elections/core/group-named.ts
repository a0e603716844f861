/** The group of an election by its name, with the powers that a browser has. */
import { createGroup, GROUP_V1_4096, TOY_GROUP_256, type Group } from "@rota/elections";

const GROUPS = [GROUP_V1_4096, TOY_GROUP_256];

export function groupNamed(name: string): Group {
  const parameters = GROUPS.find((group) => group.name === name);
  if (parameters !== undefined) return createGroup(parameters);
  throw new Error(`these pages know no group ${name}: use the command rota elections`);
}
