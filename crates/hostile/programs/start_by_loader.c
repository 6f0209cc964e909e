/* Starts another program by the dynamic loader, which it has to be allowed to execute itself. */
#include "hostile.h"
int main(void) {
    char *loader = (char *)given("LOADER"), *other = (char *)given("OTHER");
    char *arguments[] = {loader, other, NULL}, *none[] = {NULL};
    execve(loader, arguments, none);
    must(0);
}
