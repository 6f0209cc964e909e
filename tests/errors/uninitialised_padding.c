// Copying a struct copies its padding, which is no use of it.
// run: dunlin run --check-uninitialised
// exit-status: 0
struct padded {
    char c;
    int i;
};

int main(void) {
    struct padded a, b;
    a.c = 1;
    a.i = 2;
    b = a;
    return b.i - 2;
}
