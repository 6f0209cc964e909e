// An endless loop before the target: only a limit ends the search, and nothing is claimed.
// run: dunlin reach --target @target --max-cost 5000
// run: dunlin reach --target @target --max-cost 5000 --strategy sdse
// run: dunlin reach --target @target --max-cost 5000 --strategy mix:klee
// verdict: unknown
// reason: stopped by --max-cost
// stderr: the condition at tests/reach/limit_of_cost.c:12
int main(void) {
    volatile unsigned n = 0;
    for (;;) {
        n += 2;
        if (n % 2 == 1)
            return 1; // target
    }
}
