/** Shares as they are stored and sent: numbers are upper case hexadecimal digits. Read as something that is not trusted. */
import { toHex } from "../../crypto/hash/hex.ts";
import type { ShareProof } from "../../crypto/proofs/share-proof.ts";
import { readJson, type JsonValue } from "../../records/json-reader.ts";
import type { Place } from "../plan/slices.ts";

export type ShareForm = Place & {
  readonly share: string;
  readonly proof: {
    readonly pad: string;
    readonly data: string;
    readonly challenge: string;
    readonly response: string;
  };
};

/** A share and its proof, wherever it belongs and whoever gave it. */
export type GivenShare = { readonly share: bigint; readonly proof: ShareProof };

export function writeShare(place: Place, { share, proof }: GivenShare): ShareForm {
  const { contest, selection } = place;
  const { pad, data, challenge, response } = proof;
  return {
    contest,
    selection,
    share: toHex(share),
    proof: { pad: toHex(pad), data: toHex(data), challenge: toHex(challenge), response: toHex(response) },
  };
}

export function readShare(json: JsonValue): Place & GivenShare {
  const proof = json.member("proof");
  return {
    contest: json.member("contest").text(),
    selection: json.member("selection").text(),
    share: json.member("share").hex(),
    proof: {
      pad: proof.member("pad").hex(),
      data: proof.member("data").hex(),
      challenge: proof.member("challenge").hex(),
      response: proof.member("response").hex(),
    },
  };
}

/** @example readShares(JSON.stringify(forms), "shares of guardian 2") */
export function readShares(text: string, what: string): (Place & GivenShare)[] {
  return readJson(text, what).list().map(readShare);
}
