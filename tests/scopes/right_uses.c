// Programs that look alike and are right: every pointer is used while its variable lives.
// run: dunlin run
// run: dunlin run -m32
// run: dunlin run -O2
// run: dunlin run --memory segments
// native: same
// stdout: 10 13 3 6 15 4 7
#include <stdio.h>
#include <string.h>
static int sum(const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
static int rounds(void) {
    int total = 0;
    for (int i = 0; i < 6; i++) {
        int body[2] = {i, i}, *p = body;
        if (i == 4)
            continue;
        for (int j = 0; j < 2; j++) {
            int inner = p[j];
            int *q = &inner;
            if (*q > 100)
                return -1;
            total += *q;
        }
        if (i == 5)
            break;
    }
    return total + 2 - 11;
}
static int shadowed(void) {
    int x = 1, *p = &x;
    {
        int x = 2, *q = &x;
        *p += *q;
    }
    return *p;
}
static int literal(void) {
    int *p = (int[]){1, 2, 3};
    { int y = 7; (void)y; }
    return sum(p, 3);
}
static int variable_length(int n) {
    int total = 0;
    for (int i = 1; i <= n; i++) {
        int a[i];
        for (int j = 0; j < i; j++)
            a[j] = 1;
        total += sum(a, i);
    }
    return total;
}
static int jumped_into(int n) {
    if (n)
        goto inside;
    {
        int x;
    inside:
        x = 4;
        int *p = &x;
        return *p;
    }
}
static int bypassed(int n) {
    switch (n) {
        int x;
    case 1:
        x = 6;
        int *p = &x;
        (*p)++;
        return x;
    }
    return 0;
}
int main(void) {
    int four[4] = {1, 2, 3, 4};
    printf("%d %d %d %d %d %d %d\n", sum(four, 4), rounds(), shadowed(), literal(), variable_length(5),
           jumped_into(1), bypassed(1));
    return 0;
}
