/* What kind of triangle three input floats are the sides of. */
#include <assert.h>
#include <klee/klee.h>

enum kind { NOT_A_LENGTH, NO_TRIANGLE, EQUILATERAL, ISOSCELES, SCALENE };

static int is_length(float side) {
    /* Neither a NaN nor infinite, and in a range where sums are finite. */
    return side > 0.0f && side < 1.0e30f;
}

static void order(float *a, float *b) {
    if (*a > *b) {
        float larger = *a;
        *a = *b;
        *b = larger;
    }
}

static enum kind classify(float a, float b, float c) {
    if (!is_length(a) || !is_length(b) || !is_length(c))
        return NOT_A_LENGTH;
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    assert(a <= b && b <= c);
    if (a + b <= c)
        return NO_TRIANGLE;
    if (a == c)
        return EQUILATERAL;
    return a == b || b == c ? ISOSCELES : SCALENE;
}

int main(void) {
    float sides[3];
    klee_make_symbolic(sides, sizeof sides, "sides");
    return classify(sides[0], sides[1], sides[2]);
}
