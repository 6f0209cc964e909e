// An exit status that was not written is an error of main, at its return.
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 9
// report: in `main`
// replay: unconfirmed uninitialised-read no sanitizer in a native run tells
int main(void) {
    int status[2];
    status[0] = 0;
    return status[1];
}
