/* Starts a process of its own. */
#include "hostile.h"
#include <sys/wait.h>
int main(void) {
    int status;
    pid_t child = fork();
    must(child >= 0);
    if (child == 0)
        _exit(0);
    must(waitpid(child, &status, 0) == child);
    get_out();
}
