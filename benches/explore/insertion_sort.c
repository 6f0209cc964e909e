/* Insertion sort of 7 inputs. Every order of the inputs is one path: 7! = 5,040. */
#include <klee/klee.h>

#define COUNT 7

static void insertion_sort(int *values, int count) {
    for (int next = 1; next < count; next++) {
        int value = values[next];
        int place = next;
        while (place > 0 && values[place - 1] > value) {
            values[place] = values[place - 1];
            place--;
        }
        values[place] = value;
    }
}

int main(void) {
    int values[COUNT];
    klee_make_symbolic(values, sizeof values, "values");
    insertion_sort(values, COUNT);
    return 0;
}
