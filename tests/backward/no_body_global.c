// A function without a body may write a variable that other files can see.
// run: dunlin reach --target @target --strategy tse
// verdict: unknown
// stderr: mystery
#include <dunlin.h>

void mystery(void);
int shared = 3;

int main(void) {
    mystery();
    if (shared == 4)
        return 1; // target
    return 0;
}
