// A name means the variable that it means on the line: the innermost one that is declared there.
// run: dunlin reach --target @inner --condition x==200
// run: dunlin reach --target @middle --condition x==9
// run: dunlin reach --target @outer --condition x==1000
// run: dunlin reach --target @last --condition x==77
// verdict: reachable
#include <klee/klee.h>

static int x = 77;

static int nested(int n) {
    int sum = 0;
    {
        int x = 1000;
        sum += x; // target outer
        for (int i = 0; i < 4; i++) {
            int x = i * n;
            if (n > 2) {
                unsigned char x = 200;
                sum += x; // target inner
            }
            sum += x; // target middle
        }
    }
    sum += x; // target last
    return sum;
}

int main(void) {
    return nested(klee_range(0, 4, "n"));
}
