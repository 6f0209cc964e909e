// A computed goto whose label the input chooses: each label that is possible is a path.
// run: dunlin run
// run: dunlin run -m32
// paths: 4
// run: dunlin reach --target @target
// verdict: reachable
// run: dunlin run -DRELATIVE
// paths: 4
#include <dunlin.h>
int main(void) {
    static void *const labels[] = {&&zero, &&one, &&two, &&one, &&three};
    int n = dunlin_range(0, 5, "n"), result = 0;
#ifdef RELATIVE
    static const int distances[] = {0, &&one - &&zero, &&two - &&zero, &&one - &&zero, &&three - &&zero};
    goto *(&&zero + distances[n]);
#else
    goto *labels[n];
#endif
three:
    result++; // target
two:
    result++;
one:
    result++;
zero:
    return result > 3 || !labels[0];
}
