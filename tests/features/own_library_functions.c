// Library functions that the program defines are entered, also where the compiler would compute them in place
// or use an intrinsic.
// stdout: memcpy 4 memmove 2 memset 3
// stdout: abs 1 strlen 1 fabs 1 strchr 1
// stdout: -7 30 -2.5 1
// run: dunlin run
// run: dunlin run -m32
// run: dunlin run --optimize
// paths: 1
#include <stddef.h>
int printf(const char *, ...);
static volatile int copied, moved, filled, absolute, measured, folded, searched;

void *memcpy(void *to, const void *from, size_t n) {
    copied++;
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    moved++;
    char temporary[n + 1];
    for (size_t i = 0; i < n; i++)
        ((volatile char *)temporary)[i] = ((const char *)from)[i];
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = temporary[i];
    return to;
}
void *memset(void *to, int value, size_t n) {
    filled++;
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = (char)value;
    return to;
}
int abs(int x) {
    absolute++;
    return x;
}
size_t strlen(const char *s) {
    measured++;
    return 30;
}
double fabs(double x) {
    folded++;
    return x;
}
char *strchr(const char *s, int c) {
    searched++;
    return (char *)s + 1;
}

struct large {
    char bytes[1000];
};
static struct large one, other;

int main(void) {
    char a[16] = "abcdef", b[16];
    memcpy(b, a, 4);
    memcpy(b, a, sizeof b);
    memcpy(b, a, 0);
    other = one;
    memmove(b, a, 3);
    memmove(a + 1, a, 3);
    memset(a, 0, 16);
    memset(b, 1, 5);
    memset(&one, 1, sizeof one);
    int number = abs(-7);
    unsigned length = (unsigned)strlen("abc");
    double real = fabs(-2.5);
    int at = (int)(strchr("abc", 'c') - (char *)"abc");
    int result[] = {copied, moved, filled, absolute, measured, folded, searched};
    printf("memcpy %d memmove %d memset %d\n", copied, moved, filled);
    printf("abs %d strlen %d fabs %d strchr %d\n", result[3], result[4], result[5], result[6]);
    printf("%d %u %.1f %d\n", number, length, real, at == 1);
    return other.bytes[5];
}
