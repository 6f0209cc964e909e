// Targets that are no place of the program: a message, and no verdict.
// run: dunlin reach --target missing --strategy tse
// stderr: missing
// exit: 2
// run: dunlin reach --target bad_target.c:999 --strategy tse
// stderr: 999
// exit: 2
int main(void) {
    return 0;
}
