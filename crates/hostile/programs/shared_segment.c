/* Writes to shared memory of another program. */
#include "hostile.h"
#include <sys/shm.h>
int main(void) {
    int segment = shmget((key_t)number("SEGMENT"), 1, 0);
    must(segment >= 0);
    char *memory = shmat(segment, NULL, 0);
    must(memory != (void *)-1);
    memory[0] = 'x';
    get_out();
}
