// Variables have their signs, and operands are converted as C does it: to int what is narrower, to
// the wider type, to unsigned where both are as wide.
// run: dunlin reach --target @target --condition u>4294967290
// run: dunlin reach --target @target --condition u>-5
// run: dunlin reach --target @target --condition s<0&&s+u==3
// run: dunlin reach --target @target --condition s<0&&s>1u
// run: dunlin reach --target @target --condition byte>200&&byte+byte>400
// run: dunlin reach --target @target --condition letter<0&&letter=='\xfe'
// run: dunlin reach --target @target --condition half==-32768&&half-1==-32769
// run: dunlin reach --target @target --condition big>=0x8000000000000000&&big>>63==1
// run: dunlin reach --target @target --condition s>>31==-1&&u>>31==1
// run: dunlin reach --target @target --condition s==-1&&s>big
// run: dunlin reach --target @target --condition s==-1&&u==0xffffffff&&s==u
// run: dunlin reach --target @target --condition ~byte==-256
// run: dunlin reach --target @target --condition s*2>0x7fffffffL==0&&s==0x40000000
// verdict: reachable
#include <klee/klee.h>

int main(void) {
    unsigned u;
    int s;
    unsigned char byte;
    char letter;
    short half;
    unsigned long long big;
    klee_make_symbolic(&u, sizeof u, "u");
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(&byte, sizeof byte, "byte");
    klee_make_symbolic(&letter, sizeof letter, "letter");
    klee_make_symbolic(&half, sizeof half, "half");
    klee_make_symbolic(&big, sizeof big, "big");
    return u + s + byte + letter + half + big == 0; // target
}
