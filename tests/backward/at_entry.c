// The target is the first line of the program: there is nothing before it.
// run: dunlin reach --target main --target @first --strategy tse
// verdict: reachable
static volatile int seen;

int main(void) {
    seen = 1; // target first
    return 0;
}
