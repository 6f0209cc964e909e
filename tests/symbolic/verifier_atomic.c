// Atomic sections change nothing in a program of one thread.
// run: dunlin run
// paths: 2
// error: none
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    int y = x == 3;
    __VERIFIER_atomic_end();
    if (y)
        return 1;
    return 0;
}
