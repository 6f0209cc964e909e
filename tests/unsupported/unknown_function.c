// A function without a definition or a model ends the path, with its name.
// run: dunlin run
// unsupported: unknown_function
// exit: 3
// stdout: before
#include <stdio.h>

int unknown_function(int x);

int main(void) {
    printf("before\n");
    return unknown_function(3);
}
