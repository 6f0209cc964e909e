// A target with a condition counts only where the condition is true: parameters and locals, compared
// with all operators, before the line is executed.
// run: dunlin reach --target @target --condition n==17
// run: dunlin reach --target @target --condition n>5&&n<7
// run: dunlin reach --target @target --condition (n&0xf0)==0x30||n<-1000
// run: dunlin reach --target @target --condition n%10==3&&n/10==-0+4
// run: dunlin reach --target @target --condition n-sum==40&&!(sum!=1)
// run: dunlin reach --target @target --condition (n<<2)+1==~-402
// run: dunlin reach --target @target --condition sum==3&&n==50 --strategy sdse
// run: dunlin reach --target @target --condition sum==3&&n==50 --strategy dfs
// run: dunlin reach --target @target --condition sum==3&&n==50 --strategy ccbse:sdse
// run: dunlin reach --target @target --condition sum==3&&n==50 --strategy mix:klee
// run: dunlin reach --target @target --condition sum==3&&n==50 --fold-conditions off
// run: dunlin reach --target @target --condition n==300 -m32
// verdict: reachable
// reason: true
#include <klee/klee.h>

static int work(int n, int steps) {
    int sum = 0;
    for (int i = 0; i < steps; i++)
        sum += i; // each round
    n++;          // target
    return n + sum;
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    return work(n, klee_range(0, 4, "steps"));
}
