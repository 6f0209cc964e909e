// On Figure 4, SDSE steps into f with m = 0, from where the assertion seems near, and stays there.
// run: dunlin reach --target __assert_fail --strategy sdse --max-cost 200000
// run: dunlin reach --target __assert_fail --strategy dfs --max-cost 200000
// verdict: unknown
// reason: stopped by --max-cost
#include "reach_4.c"
