// A local of a loop's body whose address is taken, and a register that only some rounds write.
// run: dunlin reach --target @array --target @register --target @never
// verdict: @array reachable
// verdict: @register reachable
// verdict: @never unreachable
// exit: 1
static int sum(const int *v) { return v[0] + v[1]; }
int main(void) {
    int last, hits = 0;
    for (int i = 0; i < 3; i++) {
        int pair[2];
        pair[0] = i;
        if (sum(pair) == 1000 + i)
            hits++;
        if (hits > i + 1)
            return 3; // target never
        if (i == 2 && hits == 2)
            last = 5;
    }
    if (hits == 1)
        return 1; // target array
    if (hits == 0 && last == 31)
        return 2; // target register
    return 0;
}
