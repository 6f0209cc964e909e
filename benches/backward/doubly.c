// A queue of jobs, doubly linked, that inputs add to at both ends and take jobs out of the middle of.
// -D BUG= chooses one of the memory errors; the line that has it ends with its name.
// Every program reaches its end; the error needs certain jobs at certain places.
#include <dunlin.h>
#include <stddef.h>
#include <stdlib.h>

enum bug { RIGHT, OUT_OF_BOUNDS, NULL_DEREFERENCE, DOUBLE_FREE, USE_AFTER_FREE, LEAK };
enum command { FRONT, BACK, REMOVE, ROTATE };

#ifndef BUG
#define BUG RIGHT
#endif
#define COMMANDS 4

struct job {
    struct job *before, *after;
    int number;
};

struct queue {
    struct job *first, *last;
    int length;
};

static void add(struct queue *queue, int number, int front) {
    struct job *job = calloc(1, sizeof *job); // memory-leak
    job->number = number;
    if (!queue->first) {
        queue->first = queue->last = job;
    } else if (front) {
        job->after = queue->first;
        queue->first->before = job;
        queue->first = job;
    } else {
        job->before = queue->last;
        queue->last->after = job;
        queue->last = job;
    }
    queue->length++;
}

static void unlink_job(struct queue *queue, struct job *job) {
    if (job->before)
        job->before->after = job->after;
    else
        queue->first = job->after;
    if (job->after)
        job->after->before = job->before;
    else if (BUG == NULL_DEREFERENCE && job->number == 51 && !job->before)
        job->before->after = NULL; // null-dereference
    else
        queue->last = job->before;
    queue->length--;
}

static void remove_job(struct queue *queue, int number) {
    struct job *job = queue->first;
    while (job && job->number != number)
        job = job->after;
    if (!job)
        return;
    unlink_job(queue, job);
    if (BUG == LEAK && number == 54 && queue->length == 2)
        return;
    free(job);
    if (BUG == DOUBLE_FREE && number == 52 && queue->length == 1)
        free(job); // double-free
    if (BUG == USE_AFTER_FREE && number == 53 && queue->length == 1)
        queue->first->number = job->number; // use-after-free
}

/* The first job becomes the last. */
static void rotate(struct queue *queue) {
    struct job *job = queue->first;
    if (!job || job == queue->last)
        return;
    queue->first = job->after;
    queue->first->before = NULL;
    job->after = NULL;
    job->before = queue->last;
    queue->last->after = job;
    queue->last = job;
}

int main(void) {
    struct queue queue = {NULL, NULL, 0};
    int *numbers = malloc(sizeof *numbers * COMMANDS);
    for (int i = 0; i < COMMANDS; i++) {
        int command = dunlin_int("command");
        if (command == FRONT || command == BACK)
            add(&queue, dunlin_int("number"), command == FRONT);
        else if (command == REMOVE)
            remove_job(&queue, dunlin_int("number"));
        else if (command == ROTATE)
            rotate(&queue);
    }
    int count = 0;
    for (struct job *job = queue.last; job; job = job->before)
        numbers[count++] = job->number;
    if (BUG == OUT_OF_BOUNDS && count == COMMANDS && queue.first->number == 55)
        count++;
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum ^= numbers[i]; // out-of-bounds-read
    while (queue.first) {
        struct job *after = queue.first->after;
        free(queue.first);
        queue.first = after;
    }
    free(numbers);
    return sum & 1; // target
}
