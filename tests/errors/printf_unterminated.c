// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-read at 13
// report: out-of-bounds-read
// report: which has 3 bytes
// report: printf_unterminated.c:13
// report: main
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[3] = {'a', 'b', 'c'};
    printf("%s\n", text);
    return 0;
}
