// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    unsigned length;
    char text[];
};

struct table {
    short count;
    double values[];
};

static struct message fixed = {3, {"abc"}};

int main(void) {
    const char *text = "a text that is longer";
    struct message *m = malloc(sizeof *m + strlen(text) + 1);
    m->length = (unsigned)strlen(text);
    strcpy(m->text, text);
    printf("%u %s %.3s\n", m->length, m->text, fixed.text);
    free(m);
    struct table *t = calloc(1, sizeof *t + 10 * sizeof(double));
    for (t->count = 0; t->count < 10; t->count++)
        t->values[t->count] = t->count * 0.5;
    printf("%d %g %g\n", t->count, t->values[9], t->values[0]);
    free(t);
    return 0;
}
