// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -O2
// error: signed-overflow at 5
int main(void) {
    volatile int x = 65536 * 65536;
    return x == 5;
}
