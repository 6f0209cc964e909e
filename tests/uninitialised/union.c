// The bytes of a union that its last write did not reach.
// run: dunlin reach --target @high --target @low
// verdict: @high reachable
// verdict: @low unreachable
// exit: 1
union word {
    unsigned whole;
    unsigned char bytes[4];
};
int main(void) {
    union word w;
    w.bytes[0] = 9;
    if (w.whole == 0x01020309)
        return 1; // target high
    if ((w.whole & 0xff) != 9)
        return 2; // target low
    return 0;
}
