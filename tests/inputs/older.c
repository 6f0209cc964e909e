// The source of the bitcode files here. It uses what changed between versions of LLVM: typed
// pointers, constant expressions, debug records, and the attributes of functions.
extern int printf(const char *format, ...);

struct list {
    struct list *next;
    int values[4];
};

static struct list last = {0, {1, 2, 3, 4}};
static struct list first = {&last, {5, 6, 7, 8}};
static int *const inside = &last.values[2];

static int sum(const struct list *l) {
    int total = 0;
    for (; l; l = l->next)
        for (int i = 0; i < 4; i++)
            total += l->values[i];
    return total;
}

int main(int argc, char **argv) {
    double half = argc / 2.0;
    printf("%d %d %.1f %d\n", sum(&first), *inside, half, argv[argc] == 0);
    return sum(&last);
}
