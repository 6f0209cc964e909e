// run: dunlin run
// error: stack-overflow at 6
// report: stack-overflow
// report: endless
static int endless(int n) {
    return endless(n + 1) + n;
}

int main(void) {
    return endless(0);
}
