// glibc gives the arguments of main to constructors; the environment is a variable as well.
// run: dunlin reach --target @constructor
// verdict: @constructor unknown
// reason: the program gets no arguments (they are given behind --)
// run: dunlin reach --target @variable -- a
// verdict: @variable unknown
// reason: assumption that the environment is empty
#include <unistd.h>

extern char **environ;
static int given;

__attribute__((constructor)) static void look(int argc, char **argv) {
    if (argc > 5)
        given = 1; // target constructor
}

int main(void) {
    if (environ[0])
        return 2; // target variable
    return given;
}
