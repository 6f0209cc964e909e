// The printf functions that take a va_list.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdarg.h>
#include <stdio.h>

static int note(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}

static int print_into(char *buffer, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(buffer, size, format, list);
    va_end(list);
    return n;
}

int main(void) {
    char buffer[8];
    int n = note("%s has %d items, %.2f each\n", "cart", 3, 9.5);
    int m = print_into(buffer, sizeof buffer, "%d-%s", 1234, "abcdef");
    printf("%d %d %s\n", n, m, buffer);
    return 0;
}
