/* Ranges of pages such as `2-5`. A checker that sees one function at a time warns about a few lines;
   its report is examples/ranges.sarif, and `dunlin triage` tells which warnings matter. */
#include <dunlin.h>
#include <stdio.h>

struct range {
    int first, last;
};

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : -1;
}

static int parse(const char *text, struct range *range) {
    range->first = digit(text[0]);
    range->last = digit(text[2]);
    if (text[1] != '-' || range->first < 0 || range->last < 0)
        return 0;
    return range->first <= range->last;
}

static int lines_per_page(const struct range *range, int lines) {
    return lines / (range->last - range->first);
}

static const char *size(const struct range *range) {
    static const char *const names[] = {"one", "some", "many"};
    int pages = range->last - range->first + 1;
    if (pages < 1 || pages > 10)
        return names[pages];
    return pages == 1 ? names[0] : pages < 5 ? names[1] : names[2];
}

int main(void) {
    char text[4];
    struct range range;
    dunlin_symbolic(text, sizeof text, "text");
    if (!parse(text, &range))
        return 1;
    printf("%s, %d lines each\n", size(&range), lines_per_page(&range, 100));
    return 0;
}
