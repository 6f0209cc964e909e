// A function of the library through a pointer of another type: integers of any width, but no floats.
// run: dunlin run
// unsupported: call of `cos` as a function of another type
// stdout: 65
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    long (*volatile f)(long) = (long (*)(long))labs;
    printf("%ld\n", f(-65));
    double (*volatile g)(long) = (double (*)(long))cos;
    return g(0) == 1;
}
