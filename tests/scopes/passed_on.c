// A pointer to what is gone is passed to a function, which uses it; and to one of the library.
// run: dunlin run
// error: use-after-free at 6
// run: dunlin run -DLIBRARY
// error: use-after-free at 16
static int use(const char *s) { return s[1]; }
#include <string.h>
int main(void) {
    char *p;
    {
        char text[] = "abc";
        p = text;
    }
#ifdef LIBRARY
    // Reported where the program calls it.
    return (int)strlen(p);
#else
    return use(p);
#endif
}
