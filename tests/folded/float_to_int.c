// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -O2
// error: signed-overflow at 5
int main(void) {
    volatile int x = (int)1e20;
    return x == 5;
}
