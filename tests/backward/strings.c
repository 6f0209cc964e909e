// Functions of the C library over text of the input.
// run: dunlin reach --target @word --target @never --strategy tse
// verdict: @word reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <string.h>

int main(void) {
    char text[8], copy[8];
    dunlin_symbolic(text, sizeof text, "text");
    text[7] = 0;
    strcpy(copy, text);
    if (strcmp(copy, "open") == 0 && strlen(text) == 4)
        return 1; // target word
    if (strlen(copy) > 7)
        return 2; // target never
    return 0;
}
