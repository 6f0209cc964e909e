// Passed by value and returned, small and large.
// run: dunlin reach --target @small --target @large
// verdict: @small reachable
// verdict: @large reachable
struct small {
    int a, b;
};
struct large {
    int values[12];
};
__attribute__((noinline)) static int second(struct small s) { return s.b; }
__attribute__((noinline)) static int tenth(struct large l) { return l.values[10]; }
__attribute__((noinline)) static void fill(int *p) { *p = 1; }
int main(void) {
    struct small s;
    struct large l;
    fill(&s.a);
    fill(&l.values[0]);
    if (second(s) == 321)
        return 1; // target small
    if (tenth(l) == 654)
        return 2; // target large
    return 0;
}
