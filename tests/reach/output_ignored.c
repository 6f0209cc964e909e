// Output whose result nobody looks at decides nothing.
// run: dunlin reach --target @never
// verdict: @never unreachable
#include <stdio.h>

int main(void) {
    int n = 2;
    printf("x\n");
    puts("y");
    if (n == 3)
        return 2; // target never
    return 0;
}
