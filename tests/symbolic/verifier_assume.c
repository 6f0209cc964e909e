// An assumption of SV-COMP.
// run: dunlin run
// paths: 1
// error: none
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    if (x == 2)
        __VERIFIER_error();
    return 0;
}
