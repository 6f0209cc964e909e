// The pattern of Figure 7 of Directed Symbolic Execution: two calls of one function, of which only the
// second can reach the failing assertion (the case of mknod). Two paths for each call, by the text, and
// one without a call.
// run: dunlin run
// paths: 5
// error: assertion-failure at 15
#include <assert.h>
#include <klee/klee.h>

static int quoted;

static void quote(int call, char text) {
    if (text == '\'') {
        if (call == 2)
            assert(0);
        quoted++;
    }
}

int main(void) {
    int option;
    char text;
    klee_make_symbolic(&option, sizeof option, "option");
    klee_make_symbolic(&text, sizeof text, "text");
    if (option == 'm')
        quote(1, text);
    quoted++;
    if (option == 'z')
        quote(2, text);
    return quoted;
}
