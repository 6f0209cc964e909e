/* Inflates ten unknown bytes, with a header of zlib or gzip or without one. */
#include "dunlin.h"
#include "zlib.h"

enum { LENGTH = 10, ROOM = 64 };

int main(void) {
    unsigned char packed[LENGTH], unpacked[ROOM];
    unsigned char way;
    dunlin_symbolic(packed, LENGTH, "packed");
    dunlin_symbolic(&way, 1, "way");
    z_stream stream = {0};
    stream.next_in = packed;
    stream.avail_in = LENGTH;
    stream.next_out = unpacked;
    stream.avail_out = ROOM;
    int bits = way == 0 ? -15 : way == 1 ? 15 : 31;
    if (inflateInit2(&stream, bits) != Z_OK) {
        return 2;
    }
    int result = inflate(&stream, Z_SYNC_FLUSH);
    inflateEnd(&stream);
    return result != Z_STREAM_END;
}
