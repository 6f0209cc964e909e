// A recursion, of which backward execution never says that the stack is large enough, in a program that never ends:
// incomplete, and never a claim.
// run: dunlin run --match off --backward-from error_time_is_up.c:17 --max-time 3s
// exit: 3
// verdict: incomplete
// stderr: 2 open
// replay: off the test of the path that is not finished does not end natively
static volatile int total;

static int depth(int n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void) {
    while (1) {
        total += depth(3);
        total %= 100;
    }
}
