// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

int main(void) {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d]\n", 42, 42, 42, 42, 42, 42, 7);
    printf("[%u] [%x] [%X] [%#x] [%o] [%#o] [%08x]\n", 3000000000u, 0xbeefu, 0xbeefu, 255u, 8u, 8u, 0xffu);
    printf("[%hhd] [%hd] [%ld] [%lld] [%zu] [%jd] [%td]\n", (signed char)-3, (short)-300, -3000000l,
           -5000000000ll, sizeof(int), (__INTMAX_TYPE__)-9, (__PTRDIFF_TYPE__)4);
    printf("[%c] [%3c] [%-3c] [%%]\n", 'a', 'b', 'c');
    printf("[%s] [%8s] [%-8s] [%.2s] [%.*s] [%*d]\n", "text", "text", "text", "text", 3, "text", 6, 12);
    printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%+.1f] [%.0f]\n", 3.14159, 2.675, -1.5, 2.25, 0.05, 2.5);
    printf("[%e] [%.3E] [%g] [%g] [%g] [%G]\n", 12345.678, 0.00012, 0.0001, 1e-5, 123456789.0, 1e-10);
    printf("[%.17g] [%#.3g] [%010.2f] [%g] [%a]\n", 0.1, 2.0, -3.14159, 100.0, 1.0);
    printf("[%f] [%f] [%F]\n", __builtin_inf(), -__builtin_inf(), __builtin_inf());
    printf("[%p] %d\n", (void *)0, printf("abc\n"));
    char buffer[8];
    int n = snprintf(buffer, sizeof buffer, "%d bottles", 99);
    printf("%d [%s]\n", n, buffer);
    n = sprintf(buffer, "%d", -1234);
    printf("%d [%s]\n", n, buffer);
    puts("puts");
    putchar('p');
    putchar('\n');
    fprintf(stdout, "to %s\n", "stdout");
    fputs("fputs\n", stdout);
    fputc('q', stdout);
    putc('\n', stdout);
    fwrite("raw\0x\n", 1, 6, stdout);
    fflush(stdout);
    return 0;
}
