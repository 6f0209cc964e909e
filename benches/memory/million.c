/* A list of a million heap objects of 16 bytes (on 64-bit machines), all alive at once. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    long value;
};

int main(void) {
    struct cell *head = NULL;
    for (long i = 0; i < 1000000; i++) {
        struct cell *cell = malloc(sizeof *cell);
        if (cell == NULL)
            return 1;
        cell->next = head;
        cell->value = i;
        head = cell;
    }
    long sum = 0;
    for (struct cell *cell = head; cell != NULL; cell = cell->next)
        sum += cell->value;
    printf("%ld\n", sum);
    return 0;
}
