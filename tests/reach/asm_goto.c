// Assembly that jumps is not executed, but it leads to its labels: what lies behind is not unreachable.
// run: dunlin reach --target @target
// verdict: unknown
// reason: asm goto
int x;
int main(void) {
    asm goto("" : : : : other);
    return 0;
other:
    x = 1; // target
    return x;
}
