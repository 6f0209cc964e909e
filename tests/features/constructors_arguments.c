// glibc gives constructors what it gives main.
// run: dunlin run -- a bc
// run: dunlin run -O2 -- a bc
// run: dunlin run -m32 -msse2 -- a bc
// native: same
// stdout: 3 a bc
// stdout: 3
// exit-status: 0
#include <stdio.h>

static int given;

__attribute__((constructor(101))) static void look(int argc, char **argv) {
    given = argc;
    printf("%d %s %s\n", argc, argv[1], argv[2]);
}
__attribute__((constructor(102))) static int look_again(int argc) { return given == argc ? 0 : printf("other\n"); }

int main(int argc, char **argv) {
    printf("%d\n", argc);
    return argc - given;
}
