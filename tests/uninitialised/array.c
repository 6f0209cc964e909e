// An element that was not written can be anything; the one that was is what it is.
// run: dunlin reach --target @read --target @written
// verdict: @read reachable
// verdict: @written unreachable
// exit: 1
int main(void) {
    int a[4];
    a[0] = 3;
    if (a[1] == 7)
        return 1; // target read
    if (a[0] != 3)
        return 2; // target written
    return 0;
}
