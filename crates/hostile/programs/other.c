/* Not hostile itself: what others start. */
#include "hostile.h"
int main(void) { get_out(); }
