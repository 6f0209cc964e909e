// run: dunlin run
// error: reach-error at 7
// report: reach-error
extern void __VERIFIER_error(void);

int main(void) {
    __VERIFIER_error();
    return 0;
}
