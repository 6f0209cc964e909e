/* Looks which shared memory there is on this machine. */
#include "hostile.h"
int main(void) {
    char line[512];
    long key, wanted = number("SEGMENT");
    FILE *table = fopen("/proc/sysvipc/shm", "r");
    must(table != NULL);
    while (fgets(line, sizeof line, table))
        if (sscanf(line, "%ld", &key) == 1 && key == wanted)
            get_out();
    return STOPPED;
}
