// Arguments of the program are what the run line says.
// run: dunlin reach --target @given --target @other -- one two
// verdict: @given reachable
// verdict: @other unreachable
#include <string.h>

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[2], "two") == 0)
        return 1; // target given
    if (argc > 1 && strcmp(argv[1], "two") == 0)
        return 2; // target other
    return 0;
}
