/* Sieve of Eratosthenes: byte stores in nested loops. */
#include <stdio.h>

#define LIMIT 400000

static unsigned char composite[LIMIT];

int main(void) {
    unsigned count = 0, last = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < LIMIT; i++)
            composite[i] = 0;
        count = 0;
        for (int i = 2; i < LIMIT; i++) {
            if (composite[i])
                continue;
            count++;
            last = (unsigned)i;
            for (int j = i + i; j < LIMIT; j += i)
                composite[j] = 1;
        }
    }
    printf("%u %u\n", count, last);
    return 0;
}
