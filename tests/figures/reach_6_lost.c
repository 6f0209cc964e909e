// On Figure 6, SDSE steps into f with the first m that it can, and stays there.
// run: dunlin reach --target __assert_fail --strategy sdse --max-cost 200000
// verdict: unknown
// reason: stopped by --max-cost
#include "reach_6.c"
