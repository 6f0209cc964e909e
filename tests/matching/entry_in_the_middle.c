// Execution starts in a function, with arguments that are made when they are used.
// run: dunlin run --entry serve --match covered --max-paths 300
// error: null-dereference at 14
// error: assertion-failure at 18
// replay: off it starts in the middle
#include <assert.h>
#include <dunlin.h>

struct queue { int length, limit; };

void serve(struct queue *queue) {
    int taken = 0;
    while (1) {
        if (queue->limit <= 0 || queue->limit > 3)
            return;
        if (taken < queue->limit && dunlin_int("take") > 0)
            taken++;
        assert(taken < 3);
    }
}

int main(void) { return 0; }
