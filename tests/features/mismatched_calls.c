// Functions that are called by prototypes that differ from their definitions: what registers pass arrives.
// run: dunlin run
// native: same
// stdout: 43 5 9 7 1 8
#include <stdio.h>
long take(double d, long x) { return x * 10 + (long)d; }
int narrow(int x) { return x; }
int one(int x) { return x; }
static int called;
void nothing(int x) { called += x; }
long wide(void) { return 0x100000007; }
static int place;
int is_place(long x) { return x == (long)&place; }

long reversed(long, double) __asm__("take");
int of_long(long) __asm__("narrow");
int more(int, double, int, const char *) __asm__("one");
int something(int) __asm__("nothing");
int low(void) __asm__("wide");
int is_place_pointer(int *) __asm__("is_place");

int main(void) {
    something(8);
    printf("%ld %d %d %d %d %d\n", reversed(4, 3.5), of_long(0x100000005), more(9, 1.5, 3, "x"), low(),
           is_place_pointer(&place), called);
    return 0;
}
