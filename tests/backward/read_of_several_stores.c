// An int is read that two bytes and a short were stored into, on top of an older int.
// run: dunlin reach --target @composed --target @never --strategy tse
// verdict: @composed reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <string.h>

int main(void) {
    int whole = 0x11223344;
    unsigned char *bytes = (unsigned char *)&whole;
    unsigned char x = dunlin_range(0, 256, "x");
    short half = 0x0506;
    bytes[0] = x;
    memcpy(bytes + 2, &half, 2);
    if (whole == 0x050633ab)
        return 1; // target composed
    if ((whole & 0xff00) != 0x3300)
        return 2; // target never
    return 0;
}
