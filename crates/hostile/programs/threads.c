/* Starts more threads than it may. */
#include "hostile.h"
#include <pthread.h>
static void *wait_forever(void *nothing) {
    pause();
    return nothing;
}
int main(void) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    for (long i = 0; i < number("THREADS") + 8; i++)
        must(pthread_create(&thread, &small, wait_forever, NULL) == 0);
    get_out();
}
