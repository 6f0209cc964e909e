// Addresses of labels and indirect branches.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static int run(const unsigned char *code) {
    static const void *const labels[] = {&&push, &&add, &&twice, &&halt};
    int stack[8], top = 0;
    goto *labels[*code++];
push:
    stack[top++] = *code++;
    goto *labels[*code++];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *labels[*code++];
twice:
    stack[top - 1] *= 2;
    goto *labels[*code++];
halt:
    return stack[0];
}

int main(void) {
    static const unsigned char code[] = {0, 20, 0, 1, 1, 2, 3};
    printf("%d\n", run(code));
    void *next = &&last;
    goto *next;
    printf("not here\n");
last:
    printf("end\n");
    return 0;
}
