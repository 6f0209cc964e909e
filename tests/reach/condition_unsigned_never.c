// What no value of the type is, or none after C's conversions.
// run: dunlin reach --target @target --condition u<0
// run: dunlin reach --target @target --condition u>=0==0
// run: dunlin reach --target @target --condition byte>255||byte<0
// run: dunlin reach --target @target --condition byte==-1
// run: dunlin reach --target @target --condition letter==254
// run: dunlin reach --target @target --condition half>0x7fff
// run: dunlin reach --target @target --condition -1<u
// run: dunlin reach --target @target --condition s<-2147483648
// run: dunlin reach --target @target --condition !(s<u||s>u||s==u)
// verdict: unreachable
// reason: none comes there with
#include <klee/klee.h>

int main(void) {
    unsigned u;
    int s;
    unsigned char byte;
    char letter;
    short half;
    klee_make_symbolic(&u, sizeof u, "u");
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&byte, sizeof byte, "byte");
    klee_make_symbolic(&letter, sizeof letter, "letter");
    klee_make_symbolic(&half, sizeof half, "half");
    return u + s + byte + letter + half == 0; // target
}
