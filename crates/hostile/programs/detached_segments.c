/* Takes memory in shared segments that no process is attached to. */
#include "hostile.h"
#include <sys/shm.h>
int main(void) {
    size_t count = 3 * (size_t)number("MEMORY") / MEBIBYTE;
    key_t first = (key_t)number("SEGMENTS");
    for (size_t i = 0; i < count; i++) {
        int segment = shmget(first + (key_t)i, MEBIBYTE, IPC_CREAT | 0600);
        must(segment >= 0);
        char *memory = shmat(segment, NULL, 0);
        must(memory != (void *)-1);
        memset(memory, 1, MEBIBYTE);
        must(shmdt(memory) == 0);
    }
    hold_and_get_out();
}
