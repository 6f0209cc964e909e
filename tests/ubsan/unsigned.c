// The same handler tells of unsigned arithmetic that wraps around, which is no undefined behaviour of C
// but what the program was compiled to report.
// run: dunlin run --clang-arg=-fsanitize=unsigned-integer-overflow,signed-integer-overflow
// error: undefined-behaviour at 9
// error: signed-overflow at 10
// paths: 3
volatile unsigned most = 4294967295u;
int main(void) {
    volatile unsigned x = most + 1;
    volatile int y = (int)(most / 2) + 1;
    return 0;
}
