// A function with a result is called for none; one without for one, which can be anything.
// run: dunlin run
// paths: 2
// replay: off what the register holds natively is not for a test to say
// stderr: results.c:18:9: `nothing` is called as a function of another type, which C does not define: it returns nothing, not an integer or pointer of 32 bits
// stderr: results.c:17:5: `seven` is called as a function of another type, which C does not define: it returns an integer or pointer of 32 bits, not nothing
static int count;
static int seven(void) {
    count++;
    return 7;
}
static void nothing(void) { count++; }

int main(void) {
    void (*volatile ignored)(void) = (void (*)(void))seven;
    int (*volatile wanted)(void) = (int (*)(void))nothing;
    ignored();
    if (wanted() == 1234567)
        return 1;
    return 0;
}
