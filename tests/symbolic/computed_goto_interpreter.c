// An interpreter with a table of labels, for two instructions that the input chooses, and a division among them.
// run: dunlin run --match off
// error: division-by-zero at 24
// paths: 13
#include <dunlin.h>
enum { STOP, INC, ZERO, DIV };
int main(void) {
    static void *const table[] = {&&stop, &&inc, &&zero, &&div};
    unsigned char code[3];
    dunlin_symbolic(code, 2, "code");
    code[2] = STOP;
    for (int i = 0; i < 2; i++)
        dunlin_assume(code[i] <= DIV);
    int a = 1;
    unsigned char *pc = code;
    goto *table[*pc++];
inc:
    a++;
    goto *table[*pc++];
zero:
    a = 0;
    goto *table[*pc++];
div:
    a = 100 / a;
    goto *table[*pc++];
stop:
    return a > 100;
}
