/* Bubble sort of 6 inputs. Every order of the inputs is one path: 6! = 720. */
#include <klee/klee.h>

#define COUNT 6

static void bubble_sort(int *values, int count) {
    for (int end = count - 1; end > 0; end--) {
        for (int i = 0; i < end; i++) {
            if (values[i] > values[i + 1]) {
                int larger = values[i];
                values[i] = values[i + 1];
                values[i + 1] = larger;
            }
        }
    }
}

int main(void) {
    int values[COUNT];
    klee_make_symbolic(values, sizeof values, "values");
    bubble_sort(values, COUNT);
    return 0;
}
