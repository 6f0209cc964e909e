// A struct that is passed in memory, called as if it were not: not followed, and that is said.
// run: dunlin run
// unsupported: call of `first` with arguments of another type
struct large { long a, b, c; };
static long first(struct large l) { return l.a; }

int main(void) {
    long (*volatile f)(long) = (long (*)(long))first;
    return f(4) == 4;
}
