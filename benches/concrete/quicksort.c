/* Recursive quicksort of pseudo-random integers: calls and unpredictable branches. */
#include <stdio.h>

#define COUNT 60000

static int numbers[COUNT];

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void sort(int *v, int low, int high) {
    if (low >= high)
        return;
    int pivot = v[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (v[i] < pivot)
            i++;
        while (v[j] > pivot)
            j--;
        if (i <= j)
            swap(&v[i++], &v[j--]);
    }
    sort(v, low, j);
    sort(v, i, high);
}

int main(void) {
    unsigned state = 12345, checksum = 0;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (int)(state >> 8);
    }
    sort(numbers, 0, COUNT - 1);
    for (int i = 0; i < COUNT; i++) {
        if (i > 0 && numbers[i - 1] > numbers[i])
            return 1;
        checksum = checksum * 31 + (unsigned)numbers[i];
    }
    printf("%u\n", checksum);
    return 0;
}
