/* Starts another program, which ends as one that has got out. */
#include "hostile.h"
int main(void) {
    const char *other = given("OTHER");
    char *arguments[] = {(char *)other, NULL}, *none[] = {NULL};
    execve(other, arguments, none);
    must(0);
}
