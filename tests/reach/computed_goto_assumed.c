// A proof in a function with a computed goto names what it takes for granted about the ends of blocks.
// run: dunlin reach --target @behind
// verdict: @behind unreachable
// reason: variables of blocks in `main`, which has a computed goto, live until it returns
// run: dunlin run
// paths: 1
int main(void) {
    static void *labels[] = {&&first, &&last};
    int *kept, number = 0;
next:
    goto *labels[number++];
first: {
    int inner = 5;
    kept = &inner;
    goto next;
}
last:
    if (*kept != 5)
        return 1; // target behind
    return 0;
}
