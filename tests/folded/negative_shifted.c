// run: dunlin run --check-overflow --check-shift
// error: signed-overflow at 4
int main(void) {
    volatile int x = -1 << 1;
    return x == 5;
}
