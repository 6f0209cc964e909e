// Writing one bit-field reads and writes back its neighbours, which is no use of them.
// run: dunlin run --check-uninitialised
// run: dunlin run --check-uninitialised -O2
// run: dunlin run --check-uninitialised -m32
// exit-status: 15
struct flags {
    unsigned a : 3;
    unsigned b : 5;
    int c : 9;
    unsigned long long d : 40;
};

static int use(struct flags *f) {
    return (int)f->a + (int)f->b + f->c + (int)f->d;
}

int main(void) {
    struct flags f;
    f.b = 4;
    f.a = 3;
    f.d = 10;
    f.c = -2;
    return use(&f);
}
