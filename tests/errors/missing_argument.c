// A parameter without an argument, and the result of a function that gives none, are any value.
// replay: unconfirmed uninitialised-read native code reads what is in the register
// run: dunlin run --check-uninitialised -DWHICH=0
// error: uninitialised-read at 9
// run: dunlin run --check-uninitialised -DWHICH=1
// error: uninitialised-read at 20
// run: dunlin run --check-uninitialised -DWHICH=2
// error: uninitialised-read at 9
int two(int a, int b) { return b > 3 ? a : 0; }
void nothing(int a) {}
int one_argument(int) __asm__("two");
int wrong_class(int, double) __asm__("two");
int something(int) __asm__("nothing");
int main(void) {
    if (WHICH == 0)
        return one_argument(1);
    if (WHICH == 2)
        return wrong_class(1, 2.5);
    int result = something(1);
    return result > 0;
}
