// A start in the middle of a program proves nothing backward; forward execution makes the arguments.
// run: dunlin prove --entry get --only memory
// place: memory open at 8
// exit: 3
static int table[4] = {1, 2, 3, 4};

int get(unsigned at) {
    return at < 5 ? table[at] : 0;
}
