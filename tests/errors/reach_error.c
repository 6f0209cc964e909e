// run: dunlin run
// run: dunlin run -m32
// error: reach-error at 10
// report: reach-error
void reach_error(void);

int main(void) {
    volatile int x = 3;
    if (x * x == 9)
        reach_error();
    return 0;
}
