// A relation of two inputs leads to the target, and a bound of one of them: a * 3 == b + 7, a > 1000. Values that
// satisfy both mislead, since the loop before asks for more, as often as a third input says. With the relation, the
// bits of one input decide those of the other; without, forward execution tries all combinations.
// run: dunlin reach --target @target --strategy tse --max-instructions 1000000
// verdict: reachable
#include <dunlin.h>

int main(void) {
    int rounds = dunlin_int("rounds");
    unsigned a = (unsigned)dunlin_int("a"), b = (unsigned)dunlin_int("b");
    unsigned ones = 0, others = 0;
    for (int i = 0; i < rounds && i < 12; i++) {
        if (a >> i & 1)
            ones++;
        if (b >> i & 1)
            others++;
    }
    if (ones == 7 && others == 3 && a * 3 == b + 7 && a > 1000)
        return 1; // target
    return 0;
}
