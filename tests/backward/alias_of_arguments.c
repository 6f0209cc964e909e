// A function is called with one object twice and with two objects; only the first makes it lose a unit.
// run: dunlin reach --target @same --target @never --strategy tse
// verdict: @same reachable
// verdict: @never unreachable
#include <dunlin.h>

struct account {
    int balance;
};

static int move(struct account *from, struct account *to, int amount) {
    int sum = from->balance + to->balance, same = from == to;
    int after = from->balance - amount;
    to->balance += amount;
    from->balance = after;
    if (from->balance + to->balance != sum && same)
        return 1; // target same
    if (from->balance + to->balance != sum && !same)
        return 2; // target never
    return 0;
}

int main(void) {
    struct account a = {10}, b = {20};
    int amount = dunlin_range(0, 5, "amount");
    return move(&a, &b, amount) + move(&b, &b, amount);
}
