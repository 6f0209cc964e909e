// What the machine and its user decide has one answer here. Nobody chose it, so it proves nothing.
// run: dunlin reach --target @set --target @argument --target @full
// run: dunlin reach --target @set --target @argument --target @full --strategy ccbse:sdse
// run: dunlin reach --target @set --target @argument --target @full --malloc-may-fail
// verdict: @set unknown
// verdict: @argument unknown
// reason: only under the assumption that the program gets no arguments (they are given behind --)
// reason: and that the environment is empty
// exit: 3
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
