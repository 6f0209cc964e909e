// Initialisers with addresses, differences of addresses and constant expressions.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>

struct node {
    const struct node *next;
    int value;
};

static int numbers[10] = {1, 2, 3, [7] = 8};
static int *middle = &numbers[5];
static int **indirect = &middle;
static const char *const names[] = {"zero", "one", &"two"[1]};
static char text[8] = "abc";
static const struct node last = {0, 3}, first = {&last, 1};
static const char *field = (const char *)&first.value;
static intptr_t difference = (intptr_t)((char *)&numbers[7] - (char *)&numbers[2]);
static int (*function)(const char *) = puts;
static double reals[] = {0.5, -1e10, 1.0 / 3};
static struct {
    char c;
    long long l;
    struct {
        short a, b;
    } in[2];
} nested = {'x', -1, {{1, 2}, {3, 0}}};
static int zeros[1000];
extern int later;
int *forward = &later;
int later = 42;

int main(void) {
    printf("%d %d %d %d\n", numbers[2], numbers[7], numbers[9], (int)(middle - numbers));
    printf("%d %d\n", **indirect, *indirect == &numbers[5]);
    printf("%s %s %s %s %d\n", names[0], names[1], names[2], text, (int)sizeof text);
    printf("%d %d %d\n", first.next->value, (int)(field - (const char *)&first) > 0, (int)difference);
    function("through a pointer");
    printf("%g %g %.10f\n", reals[0], reals[1], reals[2]);
    printf("%c %lld %d %d\n", nested.c, nested.l, nested.in[1].a, nested.in[1].b);
    printf("%d %d\n", zeros[999], *forward);
    return 0;
}
