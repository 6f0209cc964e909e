/* Reads a variable of the user's environment. */
#include "hostile.h"
int main(void) {
    must(getenv("DUNLIN_HOSTILE_SECRET") != NULL);
    get_out();
}
