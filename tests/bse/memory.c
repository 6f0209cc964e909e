// Structs, copies, bytes of numbers, globals, variables that are not written. Also with pointers of 32 bits.
// run: dunlin reach --target @copied --target @never_copied --target @byte --target @never_byte --target @unwritten --target @global --target @never_global --strategy bse --max-time 60s
// verdict: @copied reachable
// verdict: @never_copied unreachable
// verdict: @byte reachable
// verdict: @never_byte unreachable
// verdict: @unwritten reachable
// verdict: @global reachable
// verdict: @never_global unreachable
// run: dunlin reach --target @never_copied --target @never_byte --target @never_global --strategy bse -m32 --max-time 60s
// verdict: @never_copied unreachable
// verdict: @never_byte unreachable
// verdict: @never_global unreachable
#include <dunlin.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int a;
    short b;
    char text[6];
};

static int table[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
static struct pair known = { 7, -2, "word" };
static int *place = &table[4];

int main(void) {
    int x = dunlin_int("x");
    struct pair one = { x, 5, "abc" }, other;
    memset(&other, 0, sizeof other);
    other = one;
    other.text[1] = 'X';
    if (other.a == 12 && !strcmp(other.text, "aXc"))
        x++; // target copied
    if (other.a != one.a || other.b != 5 || one.text[1] != 'b')
        x++; // target never_copied
    unsigned char *bytes = (unsigned char *)&x;
    if (bytes[1] == 9 && bytes[0] == 3)
        x--; // target byte
    if (bytes[0] == 1 && (x & 1) == 0)
        x--; // target never_byte
    int *memory = malloc(8 * sizeof *memory);
    memory[1] = 4;
    if (memory[0] == 99 && memory[1] == 4)
        x--; // target unwritten
    table[x & 7] += 100;
    if (*place == 105 && known.b == -2)
        return 1; // target global
    if (table[0] + table[1] > 104 || known.text[2] != 'r')
        return 2; // target never_global
    return 0;
}
