// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdarg.h>
#include <stdio.h>

struct pair {
    int a, b;
};
struct triple {
    long long a, b, c;
};
struct real {
    double d;
    int i;
};

/* Every letter of the format is one argument. */
static void show(const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    for (; *format; format++) {
        switch (*format) {
        case 'i':
            printf("%d ", va_arg(list, int));
            break;
        case 'l':
            printf("%lld ", va_arg(list, long long));
            break;
        case 'd':
            printf("%g ", va_arg(list, double));
            break;
        case 'L':
            printf("%g ", (double)va_arg(list, long double));
            break;
        case 's':
            printf("%s ", va_arg(list, const char *));
            break;
        case 'p': {
            struct pair p = va_arg(list, struct pair);
            printf("(%d %d) ", p.a, p.b);
            break;
        }
        case 't': {
            struct triple t = va_arg(list, struct triple);
            printf("(%lld %lld %lld) ", t.a, t.b, t.c);
            break;
        }
        case 'r': {
            struct real r = va_arg(list, struct real);
            printf("(%g %d) ", r.d, r.i);
            break;
        }
        }
    }
    printf("| %d\n", va_arg(again, int));
    va_end(again);
    va_end(list);
}

static int sum(int count, va_list list) {
    int total = 0;
    while (count-- > 0)
        total += va_arg(list, int);
    return total;
}

static int sum_all(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = sum(count, list);
    va_end(list);
    return total;
}

int main(void) {
    show("iiii", 1, -2, 3, 4);
    show("ildsidl", 1, 5000000000ll, 2.5, "text", 7, -0.125, -1ll);
    show("iddddddddddi", 1, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11);
    show("iLiL", 1, 1.5L, 2, -2.5L);
    show("iptripr", 1, (struct pair){2, 3}, (struct triple){4, 5, 6}, (struct real){7.5, 8}, 9,
         (struct pair){10, 11}, (struct real){12.25, 13});
    printf("%d %d\n", sum_all(0), sum_all(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    return 0;
}
