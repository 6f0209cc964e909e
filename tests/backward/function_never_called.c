// A function that nobody calls and whose address nobody takes.
// run: dunlin reach --target lonely --target @inside --strategy tse
// verdict: unreachable
#include <dunlin.h>

__attribute__((used)) static int lonely(int x) {
    if (x == 3)
        return 1; // target inside
    return 0;
}

int main(void) {
    return dunlin_int("x") == 3;
}
