// A call of something that is no function.
// run: dunlin run
// error: out-of-bounds-read at 10
// report: out-of-bounds-read
static int data[4];

typedef int (*function)(void);
int main(void) {
    function volatile f = (function)(void *)data;
    return f();
}
