/* Computes powers with GMP: what the powers of Node are compared with. */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void read_number(mpz_t number) {
  mpz_init(number);
  if (gmp_scanf("%Zx", number) != 1) exit(2);
}

int main(int count, char **words) {
  int powers = count > 1 ? atoi(words[1]) : 0;
  mpz_t p, result;
  mpz_t *bases = calloc((size_t)powers, sizeof *bases);
  mpz_t *exponents = calloc((size_t)powers, sizeof *exponents);
  mpz_init(result);
  read_number(p);
  for (int i = 0; i < powers; i++) {
    read_number(bases[i]);
    read_number(exponents[i]);
  }
  clock_t begun = clock();
  for (int i = 0; i < powers; i++) mpz_powm(result, bases[i], exponents[i], p);
  double milliseconds = (double)(clock() - begun) * 1000 / CLOCKS_PER_SEC;
  gmp_printf("%f %Zx\n", milliseconds / powers, result);
  return 0;
}
