// A copy within one array, by one place: no byte is read after it was written.
// run: dunlin reach --target @moved --target @never --strategy tse
// verdict: @moved reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <string.h>

int main(void) {
    char text[5] = {'a', 'b', 'c', 'd', 'e'};
    text[0] = dunlin_range('a', 'z', "first");
    memmove(text + 1, text, 4);
    if (text[1] == 'q' && text[2] == 'b')
        return 1; // target moved
    if (text[4] != 'd')
        return 2; // target never
    return 0;
}
