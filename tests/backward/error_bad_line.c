// A line that is no place of the program, and text that names none: the message that `reach` gives.
// run: dunlin run --backward-from error_bad_line.c:999
// stderr: no line 999 in
// exit: 2
// run: dunlin run --backward-from missing
// stderr: no function `missing`
// exit: 2
// run: dunlin run --backward-from error_bad_line.c:x
// stderr: is not a line number
// exit: 2
// run: dunlin run --backward-from error_bad_line.c:15 -O2
// stderr: --backward-from needs the lines of the source
// exit: 2
int main(void) {
    return 0;
}
