/* Starts a program that exists in memory only. */
#include "hostile.h"
int main(void) {
    static char content[1 << 20];
    int file = open(given("OTHER"), O_RDONLY), memory = (int)syscall(SYS_memfd_create, "x", 0);
    must(file >= 0 && memory >= 0);
    ssize_t length = read(file, content, sizeof content);
    must(length > 0 && write(memory, content, (size_t)length) == length);
    char *arguments[] = {(char *)"x", NULL}, *none[] = {NULL};
    syscall(SYS_execveat, memory, "", arguments, none, AT_EMPTY_PATH);
    must(0);
}
