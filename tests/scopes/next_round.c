// A variable of the body ends with each round: the next round has another one, even though it lies in the same
// place, where AddressSanitizer sees no difference.
// run: dunlin run
// error: use-after-free at 12
// replay: unconfirmed use-after-free the next round's variable lies in the same place
int main(void) {
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int body = i;
        if (last)
            // Reads what is gone.
            sum += *last;
        last = &body;
    }
    return sum;
}
