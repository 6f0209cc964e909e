// A call that was not compiled for a variadic function does not say how many floats it passes.
// run: dunlin run
// unsupported: call of the variadic function `sum` with floating-point numbers as one that is not variadic
#include <stdarg.h>

static double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    double first = va_arg(list, double);
    va_end(list);
    return first;
}

int main(void) {
    double (*volatile f)(int, double) = (double (*)(int, double))sum;
    return f(1, 2.5) > 2;
}
