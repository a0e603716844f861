/** Lists what the flags of the commands of elections may be. */
import { type GroupParameters, TOY_GROUP_16, TOY_GROUP_256, TOY_GROUP_64 } from "../core/crypto/group-parameters.ts";

export const TOYS: readonly GroupParameters[] = [TOY_GROUP_16, TOY_GROUP_64, TOY_GROUP_256];
/** Groups in which the crypto service computes. */
export const GROUPS = ["eg-v1-4096", "toy-256"] as const;
