// One target, all searches, alone and in both combinations.
// run: dunlin reach --target @target --strategy dfs
// run: dunlin reach --target @target --strategy bfs
// run: dunlin reach --target @target --strategy random-path
// run: dunlin reach --target @target --strategy random-state
// run: dunlin reach --target @target --strategy coverage
// run: dunlin reach --target @target --strategy klee
// run: dunlin reach --target @target --strategy generational
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy sdse-intra
// run: dunlin reach --target @target --strategy ccbse:dfs
// run: dunlin reach --target @target --strategy ccbse:klee --seed 3
// run: dunlin reach --target @target --strategy ccbse:generational
// run: dunlin reach --target @target --strategy ccbse:random-state --seed 5
// run: dunlin reach --target @target --strategy mix:dfs
// run: dunlin reach --target @target --strategy mix:bfs
// run: dunlin reach --target @target --strategy mix:generational
// run: dunlin reach --target @target --strategy mix:coverage --seed 8
// run: dunlin reach --target @target --strategy auto
// verdict: reachable
#include <klee/klee.h>

static int check(const unsigned char *text, int length) {
    int digits = 0;
    for (int i = 0; i < length; i++)
        if (text[i] >= '0' && text[i] <= '9')
            digits++;
    if (digits == length && text[0] == '4')
        return 1; // target
    return 0;
}

int main(void) {
    unsigned char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    if (text[2] == '7')
        return check(text, 3);
    return check(text, 2);
}
