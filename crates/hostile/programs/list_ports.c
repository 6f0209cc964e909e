/* Looks which servers run on this machine. */
#include "hostile.h"
int main(void) {
    char line[512], wanted[16];
    snprintf(wanted, sizeof wanted, ":%04lX ", number("PORT"));
    FILE *table = fopen("/proc/self/net/tcp", "r");
    must(table != NULL);
    while (fgets(line, sizeof line, table))
        if (strstr(line, wanted))
            get_out();
    return STOPPED;
}
