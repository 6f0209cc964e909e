// Every activation has its own.
// run: dunlin reach --target @third --target @all
// verdict: @third reachable
// verdict: @all reachable
static int depth(int n) {
    int here[2];
    here[n & 1] = n;
    int below = n == 0 ? 0 : depth(n - 1);
    return below * 10 + (here[1 - (n & 1)] == n + 40);
}
int main(void) {
    int found = depth(3);
    if (found == 10)
        return 1; // target third
    if (found == 1111)
        return 2; // target all
    return 0;
}
