// The first bytes are inside the object, the last are not.
// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-read at 9
// report: out-of-bounds-read
int main(void) {
    char bytes[6] = "12345";
    void *volatile p = bytes;
    long long value = *(long long *)p;
    return (int)value;
}
