// An error function that does nothing is still one when calls of such functions are optimised away.
// run: dunlin run
// run: dunlin run -O1
// run: dunlin run -O2
// run: dunlin run --optimize
// error: reach-error at 12
// paths: 2
#include <dunlin.h>
void reach_error(void) {}
int main(void) {
    if (dunlin_range(0, 10, "x") == 7)
        reach_error();
    return 0;
}
