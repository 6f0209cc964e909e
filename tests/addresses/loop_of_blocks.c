// Each block of a loop may lie where the last one lay; all in one place is a path, too.
// run: dunlin reach --addresses free --reuse-addresses on --target @all
// verdict: reachable
// run: dunlin reach --addresses free --reuse-addresses on --target @none
// verdict: reachable
#include <stdlib.h>

int main(void) {
    char *last = 0;
    int same = 0;
    for (int i = 0; i < 4; i++) {
        char *p = malloc(8);
        same += p == last;
        last = p;
        free(p);
    }
    if (same == 3)
        return 1; // target all
    if (same == 0)
        return 2; // target none
    return 0;
}
