// More orders than are followed: what is left out is said.
// run: dunlin run --addresses free --reuse-addresses on
// exit: 3
// stderr: where objects lie
#include <stdlib.h>

int main(void) {
    char *p[12];
    int inversions = 0;
    for (int i = 0; i < 12; i++)
        p[i] = malloc(4);
    for (int i = 1; i < 12; i++)
        if (p[i] < p[i - 1])
            inversions++;
    return inversions > 12;
}
