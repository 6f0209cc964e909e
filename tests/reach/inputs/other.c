#include "twice.h"
int other(int n) {
    return limited(n, 100);
}
