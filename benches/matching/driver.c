// A driver for a device with a queue of at most N requests: they are submitted, started, completed by an interrupt,
// and may be cancelled. Each is an object of its own that is freed when it is done.
// BUG: a request that is cancelled while it is started is freed, but the interrupt still finds it.
#include <assert.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif

extern int __VERIFIER_nondet_int(void);

enum operation { READ_BLOCK, WRITE_BLOCK, FLUSH };
enum status { QUEUED, STARTED, DONE };

struct request {
    enum operation operation;
    enum status status;
    int block;
    struct request *next;
};

struct device {
    struct request *first;
    struct request *last;
    struct request *current;
    int queued;
    int power;
    int cache_dirty;
};

static struct device device;

static int length(struct request *request) {
    int count = 0;
    for (; request; request = request->next)
        count++;
    return count;
}

static void enqueue(struct request *request) {
    request->next = NULL;
    if (device.last)
        device.last->next = request;
    else
        device.first = request;
    device.last = request;
    device.queued++;
}

static struct request *dequeue(void) {
    struct request *request = device.first;
    device.first = request->next;
    if (!device.first)
        device.last = NULL;
    request->next = NULL;
    device.queued--;
    return request;
}

static void submit(void) {
    int operation = __VERIFIER_nondet_int();
    int block = __VERIFIER_nondet_int();
    if (operation < READ_BLOCK || operation > FLUSH || device.queued == N)
        return;
    if (operation != FLUSH && block < 0)
        return;
    struct request *request = malloc(sizeof *request);
    if (!request)
        return;
    request->operation = operation;
    request->status = QUEUED;
    request->block = operation == FLUSH ? 0 : block;
    enqueue(request);
}

static void start(void) {
    if (device.current || !device.first || !device.power)
        return;
    struct request *request = dequeue();
    assert(request->status == QUEUED);
    assert(request->block >= 0);
    request->status = STARTED;
    device.current = request;
}

static void interrupt(void) {
    struct request *request = device.current;
    if (!request)
        return;
    assert(request->status == STARTED);
    if (request->operation == WRITE_BLOCK)
        device.cache_dirty = 1;
    else if (request->operation == FLUSH)
        device.cache_dirty = 0;
    request->status = DONE;
    device.current = NULL;
    free(request);
}

// Takes the newest request back.
static void cancel(void) {
    if (!device.first) {
        if (device.current && !device.power) {
            free(device.current);
#ifndef BUG
            device.current = NULL;
#endif
        }
        return;
    }
    struct request **link = &device.first;
    struct request *before = NULL;
    while ((*link)->next) {
        before = *link;
        link = &(*link)->next;
    }
    free(*link);
    *link = NULL;
    device.last = before;
    device.queued--;
}

static void set_power(int power) {
    device.power = power;
}

int main(void) {
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            submit();
            break;
        case 1:
            start();
            break;
        case 2:
            interrupt();
            break;
        case 3:
            cancel();
            break;
        case 4:
            set_power(1);
            break;
        case 5:
            set_power(0);
            break;
        default:
            break;
        }
        assert(length(device.first) == device.queued);
        assert(device.queued >= 0 && device.queued <= N);
    }
}
