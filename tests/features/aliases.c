// Aliases of functions and variables, weak definitions, a weak symbol without definition.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

int real_function(int x) { return x * 3; }
int other_name(int x) __attribute__((alias("real_function")));
static int hidden(int x) { return x - 1; }
int shown(int x) __attribute__((weak, alias("hidden")));

int real_variable = 5;
extern int other_variable __attribute__((alias("real_variable")));

__attribute__((weak)) int optional(void) { return 77; }
extern int missing(void) __attribute__((weak));

int main(void) {
    printf("%d %d\n", other_name(4), shown(10));
    other_variable += 2;
    printf("%d %d\n", real_variable, &real_variable == &other_variable);
    int (*f)(int) = other_name;
    printf("%d %d %d\n", f == real_function, optional(), missing == 0);
    return 0;
}
