// Prototypes that differ from the definition, in direct calls: the same as through pointers, with a note.
// run: dunlin run
// native: same
// stdout: 43 5 9
// stderr: prototypes.c:15:27: `take` is called as a function of another type, which C does not define: argument 1 is a float of 64 bits
// stderr: prototypes.c:15:67: `one` is called as a function of another type, which C does not define: it takes 1 argument, not 4
#include <stdio.h>
long take(double d, long x) { return x * 10 + (long)d; }
int one(int x) { return x; }
long reversed(long, double) __asm__("take");
int of_long(long) __asm__("one");
int more(int, double, int, const char *) __asm__("one");

int main(void) {
    printf("%ld %d %d\n", reversed(4, 3.5), of_long(0x100000005), more(9, 1.5, 3, "x"));
    return 0;
}
