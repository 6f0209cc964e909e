// Which of two blocks lies lower is for the heap to say: both orders are followed, and a path keeps its own.
// run: dunlin run --addresses free --reuse-addresses on
// paths: 2
// error: reach-error at 14
// replay: off whether objects lie like that natively is not known
#include <stdlib.h>
void reach_error(void);

int main(void) {
    char *a = malloc(4), *b = malloc(4);
    if (b < a) {
        if (a < b)
            abort();
        reach_error();
    }
    return 0;
}
