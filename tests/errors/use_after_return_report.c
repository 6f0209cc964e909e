// The local of a function that has returned, written through a pointer that was handed out.
// run: dunlin run
// run: dunlin run -m32
// error: use-after-free at 13
// report: use-after-free
// report: local variable
static void hand_out(int **to) {
    int local[4] = {0};
    *to = local;
}

static void write(int *p) {
    p[2] = 1;
}

int main(void) {
    int *p;
    hand_out(&p);
    write(p);
    return 0;
}
