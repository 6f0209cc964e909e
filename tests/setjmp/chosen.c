// The input chooses which buffer is set.
// run: dunlin run
// paths: 4
#include <assert.h>
#include <dunlin.h>
#include <setjmp.h>
static jmp_buf places[4];
int main(void) {
    unsigned i;
    dunlin_symbolic(&i, sizeof i, "i");
    dunlin_assume(i < 4);
    if (setjmp(places[i]) == 0)
        longjmp(places[i], 9);
    return 0;
}
