// The line can be reached, but not with the condition true: what is assigned before it, or what the
// branches before it have decided, is against it.
// run: dunlin reach --target @target --condition n==16
// run: dunlin reach --target @target --condition n<=10
// run: dunlin reach --target @target --condition twice!=2*n
// run: dunlin reach --target @target --condition sum==4
// run: dunlin reach --target @target --condition n%2==1&&twice%4==0
// run: dunlin reach --target @target --condition 0
// run: dunlin reach --target @target --condition n==16 --strategy dfs
// run: dunlin reach --target @target --condition n==16 --strategy mix:sdse
// run: dunlin reach --target @target --condition n==16 --fold-conditions off
// verdict: unreachable
// reason: none comes there with
#include <klee/klee.h>

int main(void) {
    int n = klee_range(0, 40, "n");
    int sum = 0;
    int twice = 2 * n;
    for (int i = 0; i < n % 4; i++)
        sum += i;
    if (n > 10 && n != 16)
        return 1; // target
    return 0;
}
