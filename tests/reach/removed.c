// Code that clang left out is unreachable; what comes after it says nothing about it.
// run: dunlin reach --target @condition --target @comment --target @nested
// verdict: @condition unreachable
// verdict: @comment unreachable
// verdict: @nested unreachable
// reason: the compiler removed the code at this line, because no path can lead there
// run: dunlin reach --target @beside_label --target @label
// verdict: @beside_label unreachable
// verdict: @label reachable
// run: dunlin reach --target @return --target @exit --target @case --target @taken --target @break
// verdict: @return unreachable
// verdict: @exit unreachable
// verdict: @case unreachable
// verdict: @taken reachable
// verdict: @break unreachable
// run: dunlin reach --target @loop --target @in_header --target @macro
// verdict: @loop unreachable
// verdict: @in_header unreachable
// verdict: @macro unreachable
// run: dunlin reach -O2 --target @condition --target @return --target @case
// verdict: @condition unreachable
// verdict: @return unreachable
// verdict: @case unreachable
// run: dunlin reach -O2 --target @beside_label
// verdict: @beside_label unknown
// reason: the optimiser left no code of it
#include <dunlin.h>
#include <stdlib.h>

#define DEBUG 0
#define LOG(x) do { if (DEBUG) (x)++; } while (0)
static int g;

static inline int header(int n) {
    if (sizeof n == 2)
        return 7; // target in_header
    return n;
}

static int cases(int n) {
    switch (3) {
    case 1:
        g = n; // target case
        break;
    case 3:
        g++; // target taken
        break;
        g = 5; // target break
    }
    return g;
}

int main(void) {
    int n = dunlin_int("n");
    if (0) {
        // target comment
        g += 2;
        if (n == 3) {
            g = 9; // target nested
        }
        g = 4; // target condition
    }
    if (0) {
        g = 8; // target beside_label
    inside:
        g += 3; // target label
    }
    if (n == 5 && g++ < 2)
        goto inside;
    if (n == 7) {
        return 1;
        g = 1; // target return
    }
    if (n == 8) {
        exit(2);
        g = 2; // target exit
    }
    while (0)
        g = 11; // target loop
    if (DEBUG && n == 4) {
        g = n; // target macro
    }
    LOG(n);
    return header(cases(n));
}
