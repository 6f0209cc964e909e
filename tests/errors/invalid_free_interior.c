// run: dunlin run
// run: dunlin run -m32
// error: invalid-free at 14
// report: invalid-free
// report: offset 8
// report: heap object
// report: allocated at tests/errors/invalid_free_interior.c:12:25
#include <stdlib.h>

struct message { long long head; char body[8]; };
int main(void) {
    struct message *m = malloc(sizeof *m);
    m->body[0] = 'x';
    free(m->body);
    return 0;
}
