// What the machine and its user decide has one answer here: unreachable says which it assumes.
// run: dunlin reach --target @set --target @argument --target @full
// run: dunlin reach --target @set --target @argument --target @full --strategy ccbse:sdse
// verdict: @set unreachable
// verdict: @argument unreachable
// verdict: @full unreachable
// reason: assuming that the program gets no arguments (they are given behind --)
// reason: and that the environment is empty
// reason: and that allocations succeed (--malloc-may-fail)
#include <stdlib.h>

int main(int argc, char **argv) {
    if (getenv("HOME"))
        return 1; // target set
    if (argc > 1 && argv[1][0] == 'x')
        return 2; // target argument
    char *text = malloc(10);
    if (!text)
        return 3; // target full
    free(text);
    return 0;
}
