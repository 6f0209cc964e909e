// A request passes through nine functions, each with a condition of its own, before the line with the
// bug: main -> serve -> receive -> authorise -> dispatch -> update_record -> validate -> store ->
// compact -> merge_blocks. At every level other work is called too, most of which looks at input.
// Requests come one after the other; records live from one to the next.
//
// Reached by one request: version 2, flags CHECKED | WRITE (5), user 42, token 42 ^ 0x5a = 112,
// operation 3, record 9, length 16, tag "k=" ..., block sizes 0xf0 and 0x20.
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORDS 10
#define TAG_SIZE 4
#define MAX_REQUESTS 30

enum { CHECKED = 1, VERBOSE = 2, WRITE = 4 };
enum operation { READ, LIST, REMOVE, UPDATE, STATISTICS };

struct request {
    unsigned char version;
    unsigned char flags;
    unsigned char user;
    unsigned char token;
    unsigned char operation;
    unsigned char record;
    unsigned char length;
    char tag[TAG_SIZE];
    unsigned char blocks[2];
};

struct record {
    int used;
    int length;
    char tag[TAG_SIZE];
};

static struct record records[RECORDS];
static int letters, digits, others, rejected, served;

/* What kinds of characters tags are made of. */
static void count_characters(const char *text, int size) {
    for (int i = 0; i < size && text[i]; i++) {
        if (text[i] >= 'a' && text[i] <= 'z')
            letters++;
        else if (text[i] >= '0' && text[i] <= '9')
            digits++;
        else
            others++;
    }
}

static int reject(const char *why) {
    fputs("rejected: ", stderr);
    fputs(why, stderr);
    fputs("\n", stderr);
    rejected++;
    return -1;
}

static int checksum(const struct request *request) {
    int sum = request->version + request->flags;
    for (int i = 0; i < TAG_SIZE; i++)
        sum = (sum * 31 + request->tag[i]) & 0xffff;
    return sum;
}

static void log_request(const struct request *request) {
    static const char *names[] = {"read", "list", "remove", "update", "statistics"};
    if (request->operation <= STATISTICS)
        fputs(names[request->operation], stderr);
    else
        fputs("unknown", stderr);
    count_characters(request->tag, TAG_SIZE);
    fputs("\n", stderr);
}

static int merge_blocks(struct record *record, int first, int second) {
    int size = first + second;
    if (size > 0xff && first % 16 == 0)
        abort(); // target
    record->length = size;
    return size;
}

static int compact(struct record *record, const struct request *request) {
    if (record->length < 8) {
        count_characters(record->tag, TAG_SIZE);
        return 0;
    }
    if (request->blocks[0] <= request->blocks[1])
        return reject("blocks out of order");
    return merge_blocks(record, request->blocks[0], request->blocks[1]);
}

static int store(const struct request *request) {
    struct record *record = &records[request->record];
    if (record->used && record->tag[0] != request->tag[0])
        return reject("another tag");
    memcpy(record->tag, request->tag, TAG_SIZE);
    record->length = request->length;
    record->used = 1;
    if (request->length % 16 != 0) {
        count_characters(record->tag, TAG_SIZE);
        return record->length;
    }
    return compact(record, request);
}

static int validate(const struct request *request) {
    if (request->tag[1] != '=')
        return reject("no value");
    if (request->tag[0] < 'a' || request->tag[0] > 'z')
        return reject("no key");
    if (request->length == 0 || request->length > 64)
        return reject("length");
    return store(request);
}

static int read_record(const struct request *request) {
    if (request->record >= RECORDS || !records[request->record].used)
        return reject("no such record");
    count_characters(records[request->record].tag, TAG_SIZE);
    return records[request->record].length;
}

static int list_records(const struct request *request) {
    int found = 0;
    for (int i = 0; i < RECORDS; i++)
        if (records[i].used && records[i].tag[0] == request->tag[0])
            found++;
    count_characters(request->tag, TAG_SIZE);
    return found;
}

static int remove_record(const struct request *request) {
    if (request->record >= RECORDS)
        return reject("no such record");
    memset(&records[request->record], 0, sizeof records[0]);
    return 0;
}

static int update_record(const struct request *request) {
    if (!(request->flags & WRITE))
        return reject("read only");
    if (request->record >= RECORDS)
        return reject("no such record");
    if (request->flags & VERBOSE)
        log_request(request);
    return validate(request);
}

static int statistics(const struct request *request) {
    count_characters(request->tag, TAG_SIZE);
    return letters + digits + others > 0 ? rejected : checksum(request);
}

static int dispatch(const struct request *request) {
    switch (request->operation) {
    case READ:
        return read_record(request);
    case LIST:
        return list_records(request);
    case REMOVE:
        return remove_record(request);
    case UPDATE:
        return update_record(request);
    case STATISTICS:
        return statistics(request);
    default:
        return reject("unknown operation");
    }
}

static int authorise(const struct request *request) {
    if (request->user == 0)
        return reject("nobody");
    if (request->token != (request->user ^ 0x5a))
        return reject("token");
    if (request->user < 40 && request->operation == UPDATE)
        return reject("not allowed");
    return dispatch(request);
}

static int receive(struct request *request) {
    klee_make_symbolic(request, sizeof *request, "request");
    if (request->version != 2)
        return reject("version");
    if (!(request->flags & CHECKED) && checksum(request) != request->token)
        return reject("checksum");
    return authorise(request);
}

static void serve(void) {
    for (int requests = 0; requests < MAX_REQUESTS; requests++) {
        struct request request;
        if (receive(&request) >= 0)
            served++;
    }
}

int main(void) {
    memset(records, 0, sizeof records);
    serve();
    return 0;
}
