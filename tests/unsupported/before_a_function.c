// Code of -fsanitize=function reads a word that clang puts before a function. It is not modelled, and the read is
// no error of the program.
// run: dunlin run
// unsupported: before function `twice`
// replay: off nothing is before the function natively
static int twice(int n) { return 2 * n; }
int main(void) {
    int (*volatile f)(int) = twice;
    return ((unsigned *)f)[-2] == 0xc105cafe;
}
