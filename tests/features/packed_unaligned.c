// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct header {
    uint8_t kind;
    uint32_t length;
    uint16_t port;
    uint64_t time;
};
#pragma pack(pop)

int main(void) {
    unsigned char wire[] = {7, 1, 2, 3, 4, 0x50, 0, 8, 7, 6, 5, 4, 3, 2, 1};
    struct header h;
    memcpy(&h, wire, sizeof h);
    printf("%d %d %x %d %llx\n", (int)sizeof h, h.kind, (unsigned)h.length, h.port, (unsigned long long)h.time);
    h.length++;
    h.time ^= 0xff;
    const unsigned char *bytes = (const unsigned char *)&h;
    for (unsigned i = 0; i < sizeof h; i++)
        printf("%02x", bytes[i]);
    printf("\n");
    _Alignas(64) char aligned[3] = "ok";
    printf("%d %s %d\n", ((uintptr_t)aligned & 63) == 0, aligned, (int)_Alignof(struct header));
    return 0;
}
