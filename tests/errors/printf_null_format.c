// run: dunlin run
// error: null-dereference at 9
// report: null-dereference
#include <stddef.h>
#include <stdio.h>

int main(void) {
    const char *volatile format = NULL;
    printf(format, 1);
    return 0;
}
