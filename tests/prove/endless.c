// A program that never ends: forward exploration cannot prove it, backward execution can.
// run: dunlin prove --only assertions,memory
// place: assertion proved at 23
// place: assertion proved at 27
// place: memory proved at 19
// reason: by contradiction
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, locked = 0;
    int buffer[3] = {0};
    for (;;) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case 0:
            buffer[state] = event;
            if (event == 1) locked = 1, state = 1;
            break;
        case 1:
            assert(locked);
            if (event == 2) locked = 0, state = 0;
            break;
        default:
            abort();
        }
    }
}
