// And that of globals is the linker's, but an order is transitive.
// run: dunlin reach --addresses free --reuse-addresses on --target @turned
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @circle
// verdict: unreachable
int a, b, c;

int main(void) {
    int *p = &a, *q = &b, *r = &c;
    if (r < q && q < p)
        return 1; // target turned
    if (p < q && q < r && r < p)
        return 2; // target circle
    return 0;
}
