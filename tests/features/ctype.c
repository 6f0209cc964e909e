// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <ctype.h>
#include <stdio.h>

int main(void) {
    static const char text[] = "aZ5 _\t\n~\x7f";
    for (const char *s = text; *s; s++) {
        int c = (unsigned char)*s;
        printf("%d%d%d%d%d%d%d%d%d ", !!isalpha(c), !!isdigit(c), !!isalnum(c), !!isspace(c), !!isupper(c),
               !!islower(c), !!ispunct(c), !!isprint(c), !!isxdigit(c));
    }
    printf("%c%c%c\n", toupper('q'), tolower('Q'), toupper('1'));
    return 0;
}
