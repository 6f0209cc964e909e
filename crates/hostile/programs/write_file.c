/* Writes to a file that anybody may write to. */
#include "hostile.h"
int main(void) {
    int file = open(given("FILE"), O_WRONLY);
    must(file >= 0 && write(file, "x", 1) == 1);
    get_out();
}
