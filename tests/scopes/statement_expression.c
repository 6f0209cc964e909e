// A variable of a statement expression.
// run: dunlin run
// error: use-after-free at 6
int main(void) {
    int *p = ({ int inner = 3; &inner; });
    return *p;
}
