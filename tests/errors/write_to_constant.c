// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-write at 7
// report: constant
int main(void) {
    char *volatile text = "constant";
    text[0] = 'C';
    return 0;
}
