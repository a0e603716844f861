/** Names the variable of the replaced crypto service. Help reads it without loading the service. */

/** Variable with the key that callers of the crypto service send. */
export const CRYPTO_KEY_VARIABLE = "ELECTIONGUARD_INTERNAL_KEY";
