/* stdlib.h: sorting and searching.
 *
 * qsort is a top-down merge sort that halves, sorts the first half first and prefers the left
 * element when two are equal. It is stable and compares in the same order as glibc's merge sort, so
 * that comparisons with side effects behave as in a native run. */
#include "dunlin_libc.h"

typedef int comparison(const void *, const void *);
typedef int comparison_with_argument(const void *, const void *, void *);

struct order {
    comparison_with_argument *compare;
    void *argument;
    size_t size;
    char *scratch;
};

static void merge_sort(const struct order *order, char *elements, size_t count) {
    if (count <= 1)
        return;
    size_t size = order->size;
    size_t left_count = count / 2, right_count = count - left_count;
    char *left = elements, *right = elements + left_count * size;
    merge_sort(order, left, left_count);
    merge_sort(order, right, right_count);

    char *out = order->scratch;
    while (left_count > 0 && right_count > 0) {
        if (order->compare(left, right, order->argument) <= 0) {
            memcpy(out, left, size);
            left += size;
            left_count--;
        } else {
            memcpy(out, right, size);
            right += size;
            right_count--;
        }
        out += size;
    }
    /* What remains on the right is in its place already. */
    if (left_count > 0)
        memcpy(out, left, left_count * size);
    memcpy(elements, order->scratch, (count - right_count) * size);
}

/* Sorts in place without memory; only for when the merge sort's buffer cannot be allocated. */
static void insertion_sort(const struct order *order, char *elements, size_t count) {
    size_t size = order->size;
    for (size_t i = 1; i < count; i++) {
        for (char *at = elements + i * size; at > elements; at -= size) {
            if (order->compare(at - size, at, order->argument) <= 0)
                break;
            for (size_t byte = 0; byte < size; byte++) {
                char kept = at[byte];
                at[byte] = at[byte - size];
                at[byte - size] = kept;
            }
        }
    }
}

void qsort_r(void *elements, size_t count, size_t size, comparison_with_argument *compare,
             void *argument) {
    if (count <= 1 || size == 0)
        return;
    char small[1024];
    struct order order = {compare, argument, size, small};
    if (count <= sizeof small / size) {
        merge_sort(&order, elements, count);
        return;
    }
    order.scratch = malloc(count * size);
    if (order.scratch == NULL) {
        insertion_sort(&order, elements, count);
        return;
    }
    merge_sort(&order, elements, count);
    free(order.scratch);
}

struct plain_comparison {
    comparison *compare;
};

static int call_plain(const void *a, const void *b, void *argument) {
    return ((struct plain_comparison *)argument)->compare(a, b);
}

void qsort(void *elements, size_t count, size_t size, comparison *compare) {
    struct plain_comparison plain = {compare};
    qsort_r(elements, count, size, call_plain, &plain);
}

void *bsearch(const void *key, const void *elements, size_t count, size_t size,
              comparison *compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)elements + middle * size;
        int result = compare(key, element);
        if (result == 0)
            return (void *)element;
        if (result < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
