// The address of a field of nothing is not null, but close.
// run: dunlin run
// run: dunlin run -m32
// error: null-dereference at 15
// report: null-dereference
// report: in `set`
struct record {
    char name[24];
    int value;
};

static struct record *volatile none;

static void set(struct record *r) {
    r->value = 1;
}

int main(void) {
    set(none);
    return 0;
}
