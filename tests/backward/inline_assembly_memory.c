// Assembly may write memory that its operands do not name.
// run: dunlin reach --target @target --strategy tse
// verdict: unknown
// stderr: assembly
#include <dunlin.h>

int shared = 3;

int main(void) {
    __asm__ volatile("movl $4, shared(%%rip)" : : : "memory");
    if (shared == 4)
        return 1; // target
    return 0;
}
