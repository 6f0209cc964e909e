// Two names of one object. The report says where it was freed first.
// run: dunlin run
// run: dunlin run -m32
// error: double-free at 20
// report: double-free
// report: at tests/errors/double_free_alias.c:20:5 in `main`
// report: allocated at tests/errors/double_free_alias.c:17:15 in `main`
// report: freed at tests/errors/double_free_alias.c:13:5 in `destroy`
#include <stdlib.h>

struct box { char *content; };
static void destroy(struct box *box) {
    free(box->content);
}

int main(void) {
    char *p = malloc(3);
    struct box box = {p};
    destroy(&box);
    free(p);
    return 0;
}
