// Variables whose addresses are taken, arrays beside them, and a line that is passed many times: the
// condition reads them and leaves no trace.
// run: dunlin reach --target @target --condition n==4&&count==2
// run: dunlin reach --target @target --condition n!=4&&count==0
// run: dunlin reach --target @target --condition count==2 --strategy ccbse:sdse
// verdict: reachable
#include <klee/klee.h>

static void count_up(int *count) {
    ++*count;
}

int main(void) {
    int n;
    int count = 0;
    char text[4];
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 4; i++) {
        if (text[i] == 'a')
            count_up(&count); // target
    }
    return count > 3;
}
