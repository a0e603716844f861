/* Computes powers with OpenSSL, once in constant time and once not: what the powers of Node are compared with. */
#include <openssl/bn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LINE_MAX_LENGTH 4096

static BIGNUM *read_number(void) {
  char line[LINE_MAX_LENGTH];
  BIGNUM *number = NULL;
  if (fgets(line, sizeof line, stdin) == NULL || BN_hex2bn(&number, line) == 0) exit(2);
  return number;
}

int main(int count, char **words) {
  int powers = count > 1 ? atoi(words[1]) : 0;
  int is_constant_time = count > 2 && words[2][0] == 'c';
  BN_CTX *context = BN_CTX_new();
  BN_MONT_CTX *prepared = BN_MONT_CTX_new();
  BIGNUM *result = BN_new();
  BIGNUM *p = read_number();
  BIGNUM **bases = calloc((size_t)powers, sizeof *bases);
  BIGNUM **exponents = calloc((size_t)powers, sizeof *exponents);
  for (int i = 0; i < powers; i++) {
    bases[i] = read_number();
    exponents[i] = read_number();
  }
  BN_MONT_CTX_set(prepared, p, context);
  clock_t begun = clock();
  for (int i = 0; i < powers; i++) {
    if (is_constant_time) BN_mod_exp_mont_consttime(result, bases[i], exponents[i], p, context, prepared);
    else BN_mod_exp_mont(result, bases[i], exponents[i], p, context, prepared);
  }
  double milliseconds = (double)(clock() - begun) * 1000 / CLOCKS_PER_SEC;
  char *digits = BN_bn2hex(result);
  printf("%f %s\n", milliseconds / powers, digits);
  return 0;
}
