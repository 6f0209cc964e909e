// A decision that depends on an uninitialised element of a partly initialised array.
// replay: unconfirmed uninitialised-read AddressSanitizer does not see uninitialised values
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 16
// report: uninitialised-read
// report: at tests/errors/uninitialised_branch.c:16
static void fill(int *v, int n) {
    for (int i = 0; i < n; i++)
        v[i] = i;
}

int main(void) {
    int v[8], sum = 0;
    fill(v, 7);
    for (int i = 0; i < 8; i++)
        if (v[i] > 3)
            sum++;
    return sum;
}
