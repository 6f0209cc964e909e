// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -m32
// error: signed-overflow at 12
// error: signed-overflow at 14
#include <klee/klee.h>
int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    volatile long long x = 0;
    switch (k) {
    case 0:
        x = 9223372036854775807ll + 1;
    case 1:
        x = 4611686018427387904ll * 2;
    }
    return x == 5;
}
