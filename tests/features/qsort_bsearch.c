// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[8];
    int age;
};

static int calls;

static int by_number(const void *a, const void *b) {
    calls++;
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}

int main(void) {
    int numbers[50];
    for (int i = 0; i < 50; i++)
        numbers[i] = i * 37 % 53 - 20;
    qsort(numbers, 50, sizeof numbers[0], by_number);
    for (int i = 0; i < 50; i++)
        printf("%d ", numbers[i]);
    printf("\n%d\n", calls > 0);
    struct person people[] = {{"Mia", 30}, {"Ada", 36}, {"Zoe", 7}, {"Ben", 52}};
    qsort(people, 4, sizeof people[0], by_name);
    for (int i = 0; i < 4; i++)
        printf("%s %d ", people[i].name, people[i].age);
    struct person key = {"Mia", 0}, *found = bsearch(&key, people, 4, sizeof people[0], by_name);
    int wanted = 1000;
    printf("\n%d %d\n", found->age, bsearch(&wanted, numbers, 50, sizeof(int), by_number) == NULL);
    qsort(numbers, 0, sizeof numbers[0], by_number);
    return 0;
}
