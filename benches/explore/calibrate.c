/* What other times are compared with: about half a second of native work of the kinds that an
 * exploration does, hashing, branching and walking through memory. */
#include <stdint.h>
#include <stdio.h>

#define SLOTS (1u << 16)
#define ROUNDS 220000000u

static uint32_t table[SLOTS];

int main(void) {
    uint64_t word = 0x9e3779b97f4a7c15;
    uint32_t at = 0, sum = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        at = (at + (uint32_t)word) % SLOTS;
        if (table[at] % 3 == 1)
            sum += table[at];
        else
            table[at] += (uint32_t)(word >> 40);
    }
    printf("%u\n", sum);
    return 0;
}
