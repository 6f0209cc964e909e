// A field of a structure in an inner block is written after the block.
// run: dunlin run
// error: use-after-free at 13
struct pair {
    int key, value[3];
};
int main(void) {
    int *p = 0;
    if (!p) {
        struct pair pair = {1, {2, 3, 4}};
        p = &pair.value[2];
    }
    *p = 9;
    return 0;
}
