// The error number.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>

int main(void) {
    errno = 5;
    assert(klee_get_errno() == 5);
    return 0;
}
