// The error of SV-COMP.
// run: dunlin run
// paths: 2
// error: reach-error at 11
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 2)
        __VERIFIER_error();
    return 0;
}
