// Figure 1.8 of the thesis on memory models with n = 3, the largest size of the text (n + 1 <= 4). The
// first search ends at one of three zero bytes, at the last byte or at one of three 'a'; after an 'a'
// that leaves r bytes before the last, the second search has 2 r + 1 ends: 4 + (5 + 3 + 1) = 13 paths.
// run: dunlin run --match off
// run: dunlin run --match off --fold-conditions off
// paths: 13
// error: none
#include <klee/klee.h>
#include <stdlib.h>

static char *find(char *s, int c) {
    int i = 0;
    while (s[i] != '\0') {
        if (s[i] == c) {
            return s + i;
        }
        i++;
    }
    return NULL;
}

int main(void) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == 3);
    char *s = malloc(n + 1);
    klee_make_symbolic(s, 4, "s");
    s[n] = 0;

    char *p = s;
    for (int j = 0; j < 2; j++) {
        p = find(p, 'a');
        if (p != NULL) {
            p++;
        } else {
            break;
        }
    }

    return 0;
}
