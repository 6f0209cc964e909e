// The pattern of Figure 7: only the later of two calls of one function reaches the target.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy ccbse:random-path
// run: dunlin reach --target @target --strategy mix:klee
// verdict: reachable
#include <klee/klee.h>

static int quoted;

static void quote(int call, char text) {
    if (text == '\'') {
        if (call == 2)
            quoted = 100; // target
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
