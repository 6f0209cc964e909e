// N locks. Which of them a client wants does not change; in each round it takes those that it wants, works, checks
// that it holds them and gives them back. What a round is for (`phase`) comes from input.
// BUG: a round of maintenance that follows two others in a row forgets to give the last lock back.
#include <assert.h>

#ifndef N
#define N 6
#endif

extern int __VERIFIER_nondet_int(void);

enum phase { READ, WRITE, MAINTENANCE };

static int wanted[N];
static int held[N];
static int in_a_row;

static void take(int lock) {
    assert(held[lock] == 0);
    held[lock] = 1;
}

static void give_back(int lock) {
    assert(held[lock] == 1);
    held[lock] = 0;
}

static void round_of(enum phase phase) {
    in_a_row = phase == MAINTENANCE ? in_a_row + 1 : 0;
    if (in_a_row > 3)
        in_a_row = 3;
    for (int lock = 0; lock < N; lock++)
        if (wanted[lock] != 0)
            take(lock);
    for (int lock = 0; lock < N; lock++) {
        if (wanted[lock] == 0)
            continue;
#ifdef BUG
        if (lock == N - 1 && in_a_row == 3)
            continue;
#endif
        give_back(lock);
    }
}

int main(void) {
    for (int lock = 0; lock < N; lock++)
        wanted[lock] = __VERIFIER_nondet_int();
    while (1) {
        int command = __VERIFIER_nondet_int();
        if (command == 0)
            round_of(READ);
        else if (command == 1)
            round_of(WRITE);
        else if (command == 2)
            round_of(MAINTENANCE);
    }
}
