// clang computes the sum before anybody sees it, and a warning is all that it says.
// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -m32
// run: dunlin run --check-overflow -O2
// error: signed-overflow at 7
int main(void) {
    int x = 2147483647 + 1;
    return x == 5;
}
