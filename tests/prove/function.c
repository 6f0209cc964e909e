// A function is looked at as the program calls it.
// run: dunlin prove --function get
// place: memory proved at 18
// run: dunlin prove --function put
// place: memory refuted at 22
// run: dunlin prove --target function.c:18
// place: memory proved at 18
// run: dunlin prove --function nobody
// exit: 2
// stderr: the program has no function `nobody`
// run: dunlin prove --function __VERIFIER_nondet_int
// exit: 2
// stderr: has no code
int __VERIFIER_nondet_int(void);

static int table[4];

static int get(int at) { return table[at]; }

static void put(int at, int value) {
    if (at < 5)
        table[at] = value;
}

int main(void) {
    int at = __VERIFIER_nondet_int();
    if (at < 0)
        return 0;
    put(at, 1);
    return at < 4 ? get(at) : 0;
}
