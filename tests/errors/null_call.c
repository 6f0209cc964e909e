// run: dunlin run
// run: dunlin run -m32
// error: null-dereference at 13
// report: null-dereference
#include <stddef.h>

typedef int (*handler)(int);

static handler volatile handlers[2];

int main(void) {
    handler f = handlers[1];
    return f(3);
}
