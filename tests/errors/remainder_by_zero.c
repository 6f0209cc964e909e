// run: dunlin run
// run: dunlin run -m32
// error: division-by-zero at 7
// report: division-by-zero
int main(void) {
    volatile unsigned long long zero = 0;
    return (int)(77 % zero);
}
