/** Groups that are small enough to look at everything in them. They hide nothing: for tests and demonstrations only. */
import type { GroupParameters } from "./parameters.ts";

/** 16 bits, subgroup of order 127: every element can be visited. */
export const TOY_GROUP_16: GroupParameters = {
  name: "toy-16",
  p: 0xe72fn,
  q: 0x7fn,
  r: 0x1d2n,
  g: 0x7f68n,
};

/** 64 bits, subgroup of 16 bits. */
export const TOY_GROUP_64: GroupParameters = {
  name: "toy-64",
  p: 0xffffffffffb43ea5n,
  q: 0xfff1n,
  r: 0x1000f00e10ce4n,
  g: 0xd6982759f3d5107en,
};

/** 256 bits, subgroup of 64 bits: hashes rarely meet. */
export const TOY_GROUP_256: GroupParameters = {
  name: "toy-256",
  p: 0xffffffffffffffff93c467e37db1212b89995855493ff059ffffffffffffffffn,
  q: 0xffffffffffffffc5n,
  r: 0x1000000000000003a93c467e37db12eab97dd49c34115b1e6n,
  g: 0x3b5431669e3e4893df745c67cdcfd95ccdda224878a3cd5d3226f75cc5a95638n,
};
