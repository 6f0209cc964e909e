// A block that only a goto enters, behind a return: what comes after it can be reached, comments too.
// run: dunlin reach --target @comment -- a
// verdict: reachable
// run: dunlin reach --target @before -- a
// verdict: unreachable
int main(int argc, char **argv) {
    int n = argc;
    if (n > 1)
        goto in;
    return 0;
    if (0) {
        n = 7; // target before
    in:
        n++;
    }
    // target comment

    n += 2;
    return n > 100;
}
