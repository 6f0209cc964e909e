// A local array or struct of constants is copied from one as a whole, and no code is left of its elements: clang's
// warnings tell, where the declaration is executed. The program goes on.
// run: dunlin run --all-errors --check-overflow --check-shift
// error: signed-overflow at 16
// error: signed-overflow at 17
// error: over-wide-shift at 21
// error: signed-overflow at 26
// Natively there is no code of it either, so that no run confirms these.
struct pair {
    int a, b;
};
volatile int zero;
int array(int k) {
    int t[4] = {
        1,
        2147483647 + 1,
        1 << 31,
    };
    return t[k];
}
int of_struct(void) { struct pair p = {1, 1 << 32}; return p.a; }
int with_code(int k) {
    // One element is no constant: each is computed by code, which is checked.
    int t[2] = {
        k,
        65536 * 65536,
    };
    return t[0];
}
int never(void) { int t[2] = {2147483647 + 1, 3}; return t[1]; }
int parameter(struct pair p) { if (0) return p.a == 2147483647 + 1; return p.b; }
int main(void) {
    struct pair p = {1, 2};
    if (zero)
        return never();
    return array(0) + of_struct() + parameter(p) - 2 + with_code(0);
}
