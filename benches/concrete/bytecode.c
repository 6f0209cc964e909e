/* An interpreter of a small stack machine, a switch in a loop. Its program adds up the lengths of
   Collatz sequences. */
#include <stdio.h>

enum op { PUSH, LOAD, STORE, ADD, MUL, HALF, ODD, LESS, JUMP, JUMP_ZERO, HALT };
enum variable { N, X, STEPS, VARIABLES };

struct instruction {
    enum op op;
    int operand;
};

static const struct instruction code[] = {
    /*  0 */ {PUSH, 1},     {STORE, N},
    /*  2 */ {LOAD, N},     {PUSH, 1300}, {LESS, 0},  {JUMP_ZERO, 30}, /* while n < 1300 */
    /*  6 */ {LOAD, N},     {STORE, X},                               /*   x = n */
    /*  8 */ {PUSH, 1},     {LOAD, X},   {LESS, 0},  {JUMP_ZERO, 25}, /*   while 1 < x */
    /* 12 */ {LOAD, X},     {ODD, 0},    {JUMP_ZERO, 18},             /*     if x is odd */
    /* 15 */ {PUSH, 3},     {LOAD, X},   {JUMP, 31},                  /*       x = 3 * x + 1 */
    /* 18 */ {LOAD, X},     {HALF, 0},                                /*     else x = x / 2 */
    /* 20 */ {STORE, X},    {LOAD, STEPS}, {PUSH, 1}, {ADD, 0},       /*     steps = steps + 1 */
    /* 24 */ {JUMP, 34},
    /* 25 */ {LOAD, N},     {PUSH, 1},   {ADD, 0},   {STORE, N},      /*   n = n + 1 */
    /* 29 */ {JUMP, 2},
    /* 30 */ {HALT, 0},
    /* 31 */ {MUL, 0},      {PUSH, 1},   {JUMP, 36},
    /* 34 */ {STORE, STEPS}, {JUMP, 8},
    /* 36 */ {ADD, 0},      {JUMP, 20},
};

static long variables[VARIABLES];

static void interpret(void) {
    long stack[16];
    int top = 0, at = 0;
    for (;;) {
        struct instruction next = code[at++];
        switch (next.op) {
        case PUSH:
            stack[top++] = next.operand;
            break;
        case LOAD:
            stack[top++] = variables[next.operand];
            break;
        case STORE:
            variables[next.operand] = stack[--top];
            break;
        case ADD:
            top--;
            stack[top - 1] += stack[top];
            break;
        case MUL:
            top--;
            stack[top - 1] *= stack[top];
            break;
        case HALF:
            stack[top - 1] /= 2;
            break;
        case ODD:
            stack[top - 1] &= 1;
            break;
        case LESS:
            top--;
            stack[top - 1] = stack[top - 1] < stack[top];
            break;
        case JUMP:
            at = next.operand;
            break;
        case JUMP_ZERO:
            if (stack[--top] == 0)
                at = next.operand;
            break;
        case HALT:
            return;
        }
    }
}

int main(void) {
    interpret();
    printf("%ld\n", variables[STEPS]);
    return 0;
}
