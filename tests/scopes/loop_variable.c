// The variable of a for statement is used behind it.
// run: dunlin run
// error: use-after-free at 9
int main(void) {
    int *p;
    for (int i = 0; i < 3; i++)
        p = &i;
    // Behind the loop.
    return *p - 3;
}
