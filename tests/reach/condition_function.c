// A function as the target: its parameters have their values, whatever their types.
// run: dunlin reach --target parse --condition n==3&&flag&&c=='q'
// run: dunlin reach --target parse --condition !flag&&depth==2
// run: dunlin reach --target parse --condition half==-4&&big==1L<<40
// run: dunlin reach --target parse --condition text==NULL
// verdict: reachable
#include <klee/klee.h>
#include <stdbool.h>

struct pair {
    int first, second;
};

static int depth;

static int parse(struct pair pair, int n, bool flag, char c, short half, long big, char *text) {
    if (depth++ < 2)
        return parse(pair, n - 1, !flag, c + 1, half, big, text);
    return pair.first + n + (text ? text[0] : half) + (big > 3);
}

int main(void) {
    struct pair pair = {1, 2};
    int n = klee_range(0, 9, "n");
    char c;
    klee_make_symbolic(&c, sizeof c, "c");
    char text[2] = "a";
    return parse(pair, n, n & 1, c, -n, 1L << (n * 10), n > 4 ? text : 0);
}
