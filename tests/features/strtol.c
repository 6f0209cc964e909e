// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *text = "  -123abc";
    printf("%ld", strtol(text, &end, 10));
    printf(" %s\n", end);
    printf("%ld %ld %ld %ld\n", strtol("0x1f", NULL, 0), strtol("017", NULL, 0), strtol("ff", NULL, 16),
           strtol("zz", NULL, 36));
    printf("%d %d\n", strtol("99999999999999999999", NULL, 10) == LONG_MAX, errno == ERANGE);
    printf("%d\n", strtol("-99999999999999999999", NULL, 10) == LONG_MIN);
    const char *none = "none";
    printf("%ld", strtol(none, &end, 10));
    printf(" %d\n", end == none);
    printf("%lu %llu %lld\n", strtoul("4000000000", NULL, 10), strtoull("18446744073709551615", NULL, 10),
           strtoll("-9000000000", NULL, 10));
    printf("%d %ld %lld\n", atoi("42xyz"), atol("-7"), atoll("123456789012"));
    printf("%d %ld %d\n", abs(-5), labs(-6l), div(17, 5).rem);
    return 0;
}
