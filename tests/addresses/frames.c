// The locals of two calls may share a place; those of two active calls never do.
// run: dunlin reach --addresses free --reuse-addresses on --target @same
// verdict: reachable
// run: dunlin reach --addresses free --reuse-addresses on --target @both
// verdict: unreachable
int *last;

static int inner(int *outer) {
    int x = 0;
    int *volatile p = &x;
    if (p == outer)
        return 1; // target both
    int same = last == p;
    last = p;
    return same ? 2 : 0;
}

int main(void) {
    int mine = 0;
    inner(&mine);
    if (inner(&mine) == 2)
        return 2; // target same
    return 0;
}
